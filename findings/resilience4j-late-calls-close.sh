#!/usr/bin/env bash
# Calls that began before a circuit breaker opened close it again, although the only trial call failed.
#
# Guess:     in the half-open state only the calls count that were permitted in it.
# Version:   Resilience4j 2.4.0.
# Behaviour: each result counts in the state in which it arrives. Two slow calls from before are two successful trial calls.
# Product:   has no circuit breaker; the limit that follows the resources counts the time of calls, not their success.

. "$(dirname "$0")/support/java.sh"

expect \
  "six failed: OPEN" \
  "one of three trial calls failed: HALF_OPEN" \
  "two calls from before have ended: CLOSED"

java_with io.github.resilience4j:resilience4j-circuitbreaker:2.4.0 << 'EOF'
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;

class Program {

	public static void main(String[] args) throws Exception {
		CircuitBreaker breaker = CircuitBreaker.of("findings", CircuitBreakerConfig.custom()
			.slidingWindowSize(10)
			.minimumNumberOfCalls(5)
			.failureRateThreshold(50)
			.waitDurationInOpenState(Duration.ofMillis(200))
			.permittedNumberOfCallsInHalfOpenState(3)
			.build());
		CountDownLatch end = new CountDownLatch(1);
		CompletableFuture<Void> first = slowCall(breaker, end);
		CompletableFuture<Void> second = slowCall(breaker, end);
		for (int i = 0; i < 6; i++) {
			fail(breaker);
		}
		System.out.println("six failed: " + breaker.getState());
		Thread.sleep(300);
		fail(breaker);
		System.out.println("one of three trial calls failed: " + breaker.getState());
		end.countDown();
		first.join();
		second.join();
		System.out.println("two calls from before have ended: " + breaker.getState());
	}

	private static void fail(CircuitBreaker breaker) {
		try {
			breaker.executeRunnable(() -> {
				throw new IllegalStateException();
			});
		}
		catch (RuntimeException ex) {
			// Expected, or the call is not permitted.
		}
	}

	private static CompletableFuture<Void> slowCall(CircuitBreaker breaker, CountDownLatch end) throws Exception {
		CountDownLatch begun = new CountDownLatch(1);
		CompletableFuture<Void> call = CompletableFuture.runAsync(() -> breaker.executeRunnable(() -> {
			begun.countDown();
			try {
				end.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}), (task) -> new Thread(task).start());
		begun.await();
		return call;
	}

}
EOF
