#!/usr/bin/env bash
# A caller that is interrupted while it waits for a rate limiter uses up the permission that it did not get.
#
# Guess:     a waiter that gives up leaves its permission to the next one, as with a semaphore.
# Version:   Resilience4j 2.4.0.
# Behaviour: the limiter reserves the permission of a later period before the wait, and never returns it. Requests that are cancelled
#            while they wait keep later ones waiting.
# Product:   has no rate limiter; a task that is cancelled while it waits leaves the queue of its executor.

. "$(dirname "$0")/support/java.sh"

expect \
  "used the only permission: 0 available" \
  "three waiters are interrupted: permitted 0, -3 available"

java_with io.github.resilience4j:resilience4j-ratelimiter:2.4.0 << 'EOF'
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;

class Program {

	public static void main(String[] args) throws Exception {
		RateLimiter limiter = RateLimiter.of("findings", RateLimiterConfig.custom()
			.limitForPeriod(1)
			.limitRefreshPeriod(Duration.ofMinutes(1))
			.timeoutDuration(Duration.ofMinutes(10))
			.build());
		limiter.acquirePermission();
		System.out.println("used the only permission: " + limiter.getMetrics().getAvailablePermissions() + " available");
		AtomicInteger permitted = new AtomicInteger();
		for (int i = 0; i < 3; i++) {
			Thread waiter = new Thread(() -> {
				if (limiter.acquirePermission()) {
					permitted.incrementAndGet();
				}
			});
			waiter.start();
			while (waiter.getState() != Thread.State.TIMED_WAITING) {
				Thread.sleep(10);
			}
			waiter.interrupt();
			waiter.join();
		}
		System.out.println("three waiters are interrupted: permitted " + permitted + ", "
				+ limiter.getMetrics().getAvailablePermissions() + " available");
	}

}
EOF
