package io.perfstarter.routing;

import java.time.Duration;
import java.util.Random;
import java.util.function.LongSupplier;

/**
 * Keeps a server that failed from being used until the sampler has seen it answer, and
 * from being asked more and more rarely the longer it does not.
 *
 * <p>
 * Only the sampler tries whether the server is back: the time of an open circuit that is
 * over says that it may. Thread-safe; the lock guards memory only.
 */
final class Circuit {

	static final Duration LONGEST = Duration.ofSeconds(30);

	private static final Duration SHORTEST = Duration.ofMillis(500);

	private final Duration longest;

	private final LongSupplier clock;

	private final Random random;

	// Guarded by this, as are writes of those that are volatile.
	private int failures;

	private volatile long openUntil;

	private volatile boolean open;

	/**
	 * Creates a closed circuit.
	 * @param longest the longest time between two attempts
	 * @param clock {@link System#nanoTime()}
	 * @param random spreads the attempts of many instances
	 */
	Circuit(Duration longest, LongSupplier clock, Random random) {
		this.longest = longest;
		this.clock = clock;
		this.random = random;
	}

	boolean isOpen() {
		return this.open;
	}

	/**
	 * How long the sampler has to leave the server alone.
	 * @return nanoseconds, none or less if it may ask
	 */
	long remaining() {
		return this.open ? this.openUntil - this.clock.getAsLong() : 0;
	}

	/**
	 * The sampler asked in vain.
	 */
	synchronized void failed() {
		if (remaining() <= 0) {
			open();
		}
	}

	/**
	 * A user failed. While the circuit is open that is no news.
	 * @return whether it was
	 */
	synchronized boolean trip() {
		if (this.open) {
			return false;
		}
		open();
		return true;
	}

	// Between half the full time and the full time, which doubles.
	private void open() {
		long full = SHORTEST.toNanos() * 2 << Math.min(this.failures, 16);
		long half = Math.min(full, this.longest.toNanos()) / 2;
		this.failures++;
		this.openUntil = this.clock.getAsLong() + half + (long) (half * this.random.nextDouble());
		this.open = true;
	}

	/**
	 * The server answered the sampler.
	 * @param askedAt when it was asked; an answer from before the time was over tells
	 * nothing of what failed since
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
