#!/usr/bin/env bash
# JetCache's computeIfAbsent on Caffeine loads once for each concurrent caller, and stores what it loaded before a removal.
#
# Guess:     it is as atomic as the computeIfAbsent of the Caffeine cache below.
# Version:   JetCache 2.7.8, Caffeine 3.2.4.
# Behaviour: it is a get, a load and a put, unless protection against penetration is on. A removal in between succeeds and is lost,
#            so the old value stays for its time to live.
# Product:   a guarded cache serves no value whose load began before the eviction, and loads once with sync = true.

. "$(dirname "$0")/support/java.sh"

expect \
  "four callers: 4 loads" \
  "removed during the load: true" \
  "after the removal: old"

java_with com.alicp.jetcache:jetcache-core:2.7.8 com.github.ben-manes.caffeine:caffeine:3.2.4 << 'EOF'
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;

import com.alicp.jetcache.Cache;
import com.alicp.jetcache.embedded.CaffeineCacheBuilder;

class Program {

	public static void main(String[] args) throws Exception {
		Cache<String, String> cache = CaffeineCacheBuilder.createCaffeineCacheBuilder().limit(100).buildCache();
		AtomicInteger loads = new AtomicInteger();
		CyclicBarrier together = new CyclicBarrier(4);
		List<Thread> callers = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			callers.add(new Thread(() -> cache.computeIfAbsent("first", (key) -> {
				loads.incrementAndGet();
				try {
					together.await();
				}
				catch (Exception ex) {
					throw new IllegalStateException(ex);
				}
				return "value";
			})));
		}
		for (Thread caller : callers) {
			caller.start();
		}
		for (Thread caller : callers) {
			caller.join();
		}
		System.out.println("four callers: " + loads + " loads");
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch removed = new CountDownLatch(1);
		Thread loader = new Thread(() -> cache.computeIfAbsent("second", (key) -> {
			begun.countDown();
			try {
				removed.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			return "old";
		}));
		loader.start();
		begun.await();
		System.out.println("removed during the load: " + cache.remove("second"));
		removed.countDown();
		loader.join();
		System.out.println("after the removal: " + cache.get("second"));
	}

}
EOF
