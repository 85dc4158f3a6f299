package io.perfstarter.routing;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * When a server is to be asked next. The server's thread asks, any thread may hurry it.
 */
final class Beat {

	/**
	 * The shortest time between two samples, however great the hurry.
	 */
	static final Duration SHORTEST = Duration.ofMillis(10);

	private final SamplePace pace;

	private final LongSupplier clock;

	private final Random random;

	private final AtomicBoolean hurried = new AtomicBoolean();

	// Confined to the server's thread.
	private boolean begun;

	private long begunAt;

	private double spread;

	Beat(SamplePace pace, LongSupplier clock, Random random) {
		this.pace = pace;
		this.clock = clock;
		this.random = random;
	}

	/**
	 * The next sample is to come as soon as possible.
	 * @return whether it was not before
	 */
	boolean hurry() {
		return !this.hurried.get() && this.hurried.compareAndSet(false, true);
	}

	/**
	 * How long to wait for the next sample, in nanoseconds, none or less if it is due.
	 */
	long remaining() {
		if (!this.begun) {
			return 0;
		}
		long interval = this.hurried.get() ? 0 : (long) (this.pace.interval() * this.spread);
		return this.begunAt + Math.max(interval, SHORTEST.toNanos()) - this.clock.getAsLong();
	}

	/**
	 * A sample begins.
	 * @return whether it was hurried
	 */
	boolean begin() {
		this.begun = true;
		this.begunAt = this.clock.getAsLong();
		// Instances that started together do not ask together.
		this.spread = 1 - this.random.nextDouble() / 10;
		return this.hurried.getAndSet(false);
	}

}
