#!/usr/bin/env bash
# What follows a timeout of a CompletableFuture delays all other timeouts of the process.
#
# Guess:     exceptionally() runs on the common pool, and timeouts of other futures are independent of it.
# Version:   Java 17 and 25.
# Behaviour: it runs on the one thread that completes all futures of orTimeout and completeOnTimeout.
# Product:   PageMapping.deadline(time) is delayed, too.

. "$(dirname "$0")/support/java.sh"

expect \
  "a timeout of 100 ms took longer than 2 s: true"

java_with << 'EOF'
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

class Program {

	public static void main(String[] args) throws Exception {
		CountDownLatch fallback = new CountDownLatch(1);
		new CompletableFuture<String>().orTimeout(100, TimeUnit.MILLISECONDS).exceptionally((ex) -> {
			fallback.countDown();
			return slowFallback();
		});
		fallback.await();
		long begin = System.nanoTime();
		new CompletableFuture<String>().completeOnTimeout("late", 100, TimeUnit.MILLISECONDS).get();
		System.out.println(
				"a timeout of 100 ms took longer than 2 s: " + (System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(2)));
	}

	private static String slowFallback() {
		try {
			Thread.sleep(3000);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		return "fallback";
	}

}
EOF
