package io.perfstarter.routing.freshness;

import java.time.Duration;
import java.util.Random;
import java.util.function.LongSupplier;

/**
 * Circuit breaker of one server: after a failure the server is not used until a probe
 * succeeds, and it is probed at increasing intervals while it fails.
 *
 * <p>
 * Only the sampler closes the circuit. When the open interval has elapsed, the sampler
 * may probe the server again. Thread-safe; the lock guards memory only.
 */
final class CircuitBreaker {

	static final Duration LONGEST = Duration.ofSeconds(30);

	private static final Duration SHORTEST = Duration.ofMillis(500);

	private final Duration longest;

	private final LongSupplier clock;

	private final Random random;

	// Guarded by this, as are writes to the volatile fields.
	private int failures;

	private volatile long openUntil;

	private volatile boolean open;

	/**
	 * Creates a closed circuit breaker.
	 * @param longest the maximum interval between two probes
	 * @param clock {@link System#nanoTime()}
	 * @param random spreads the probes of several instances
	 */
	CircuitBreaker(Duration longest, LongSupplier clock, Random random) {
		this.longest = longest;
		this.clock = clock;
		this.random = random;
	}

	boolean isOpen() {
		return this.open;
	}

	/**
	 * Returns the time until the sampler may probe the server.
	 * @return the time in nanoseconds; zero or less if it may probe now
	 */
	long remaining() {
		return this.open ? this.openUntil - this.clock.getAsLong() : 0;
	}

	/**
	 * Records a failed probe.
	 */
	synchronized void failed() {
		if (remaining() <= 0) {
			open();
		}
	}

	/**
	 * Opens the circuit after a connection to the server failed.
	 * @return {@code false} if it was open already
	 */
	synchronized boolean trip() {
		if (this.open) {
			return false;
		}
		open();
		return true;
	}

	// A random time between half and all of an interval that doubles with each failure.
	private void open() {
		long full = SHORTEST.toNanos() * 2 << Math.min(this.failures, 16);
		long half = Math.min(full, this.longest.toNanos()) / 2;
		this.failures++;
		this.openUntil = this.clock.getAsLong() + half + (long) (half * this.random.nextDouble());
		this.open = true;
	}

	/**
	 * Records a successful probe.
	 * @param askedAt when the probe started; a probe that started while the open interval
	 * was running does not close the circuit
	 * @return whether the circuit is closed
	 */
	synchronized boolean succeeded(long askedAt) {
		if (this.open && askedAt - this.openUntil < 0) {
			return false;
		}
		this.failures = 0;
		this.open = false;
		return true;
	}

}
