package io.perfstarter.routing.freshness;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * Schedules the probes of one server. {@link #expedite()} may be called by any thread,
 * all other methods only by the server's thread.
 */
final class ProbeSchedule {

	/**
	 * The minimum time between two samples, also for expedited ones.
	 */
	static final Duration SHORTEST = Duration.ofMillis(10);

	private final SamplingTimings timings;

	private final LongSupplier clock;

	private final Random random;

	private final AtomicBoolean expedited = new AtomicBoolean();

	// Confined to the server's thread.
	private boolean begun;

	private long begunAt;

	private double spread;

	ProbeSchedule(SamplingTimings timings, LongSupplier clock, Random random) {
		this.timings = timings;
		this.clock = clock;
		this.random = random;
	}

	/**
	 * Requests that the next sample is taken as soon as possible.
	 * @return {@code false} if that was requested already
	 */
	boolean expedite() {
		return !this.expedited.get() && this.expedited.compareAndSet(false, true);
	}

	/**
	 * Returns the time until the next sample in nanoseconds; zero or less if it is due.
	 */
	long remaining() {
		if (!this.begun) {
			return 0;
		}
		long interval = this.expedited.get() ? 0 : (long) (this.timings.interval() * this.spread);
		return this.begunAt + Math.max(interval, SHORTEST.toNanos()) - this.clock.getAsLong();
	}

	/**
	 * Marks the start of a sample.
	 * @return whether the sample was expedited
	 */
	boolean begin() {
		this.begun = true;
		this.begunAt = this.clock.getAsLong();
		// Spreads the probes of instances that started at the same time.
		this.spread = 1 - this.random.nextDouble() / 10;
		return this.expedited.getAndSet(false);
	}

}
