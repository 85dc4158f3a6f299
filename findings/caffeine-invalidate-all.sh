#!/usr/bin/env bash
# Caffeine's invalidate(key) waits for a load in progress, invalidateAll() lets it store the old value.
#
# Guess:     both remove what a load in progress is about to store.
# Version:   Caffeine 3.2.4.
# Behaviour: invalidate(key) and invalidateAll(keys) wait for the load and remove its value. invalidateAll() and
#            asMap().clear() return at once, do not see the key that is being loaded, and its value stays.
# Product:   a guarded cache compares when the load began with the last eviction, so no such value is served.

. "$(dirname "$0")/support/java.sh"

expect \
  "invalidate(key): waits, then null" \
  "invalidateAll(keys): waits, then null" \
  "invalidateAll(): returns at once, then read before" \
  "asMap().clear(): returns at once, then read before"

java_with com.github.ben-manes.caffeine:caffeine:3.2.4 << 'EOF'
import java.util.List;
import java.util.concurrent.CountDownLatch;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

class Program {

	private static final Cache<String, String> cache = Caffeine.newBuilder().maximumSize(100).build();

	public static void main(String[] args) throws Exception {
		duringLoad("invalidate(key)", () -> cache.invalidate("key"));
		duringLoad("invalidateAll(keys)", () -> cache.invalidateAll(List.of("key")));
		duringLoad("invalidateAll()", cache::invalidateAll);
		duringLoad("asMap().clear()", () -> cache.asMap().clear());
	}

	private static void duringLoad(String name, Runnable eviction) throws Exception {
		cache.invalidateAll();
		CountDownLatch loading = new CountDownLatch(1);
		CountDownLatch loaded = new CountDownLatch(1);
		Thread reader = new Thread(() -> cache.get("key", (key) -> {
			loading.countDown();
			try {
				loaded.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			return "read before";
		}));
		reader.start();
		loading.await();
		Thread evictor = new Thread(eviction);
		evictor.start();
		// One that waits never ends before the load.
		evictor.join(1000);
		boolean waits = evictor.isAlive();
		loaded.countDown();
		evictor.join();
		reader.join();
		System.out.printf("%s: %s, then %s%n", name, waits ? "waits" : "returns at once", cache.getIfPresent("key"));
	}

}
EOF
