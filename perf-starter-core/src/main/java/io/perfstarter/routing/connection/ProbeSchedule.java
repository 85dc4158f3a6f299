package io.perfstarter.routing.connection;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * Schedules the probes of one server. Also the circuit breaker of the server: after a
 * failure, reads do not use the server until a probe succeeds. While probes fail, their
 * interval increases.
 *
 * <p>
 * Thread-safe, except that only the server's thread may call {@link #remaining()} and
 * {@link #begin()}. The lock guards memory only.
 */
final class ProbeSchedule {

	/**
	 * The minimum time between two samples, also for expedited ones.
	 */
	static final Duration SHORTEST = Duration.ofMillis(10);

	/**
	 * The maximum interval of the probes of a replica that fails.
	 */
	static final Duration LONGEST_REST = Duration.ofSeconds(30);

	private static final Duration SHORTEST_REST = Duration.ofMillis(500);

	private final SamplingTimings timings;

	private final Duration longestRest;

	private final LongSupplier clock;

	private final Random random;

	private final AtomicBoolean expedited = new AtomicBoolean();

	// Confined to the server's thread.
	private boolean begun;

	private long begunAt;

	private double spread;

	// Guarded by this, as are writes to the volatile fields.
	private int failures;

	private volatile long openUntil;

	private volatile boolean open;

	/**
	 * Creates a schedule whose first sample is due at once.
	 * @param timings the interval while the server does not fail
	 * @param longestRest the maximum interval while it fails
	 * @param clock {@link System#nanoTime()}
	 * @param random spreads the probes of several instances
	 */
	ProbeSchedule(SamplingTimings timings, Duration longestRest, LongSupplier clock, Random random) {
		this.timings = timings;
		this.longestRest = longestRest;
		this.clock = clock;
		this.random = random;
	}

	/**
	 * Requests the next sample as soon as possible.
	 * @return {@code false} if it was requested already
	 */
	boolean expedite() {
		return !this.expedited.get() && this.expedited.compareAndSet(false, true);
	}

	/**
	 * Returns the time until the next sample in nanoseconds; zero or less if it is due.
	 */
	long remaining() {
		long now = this.clock.getAsLong();
		long rest = this.open ? this.openUntil - now : 0;
		if (!this.begun) {
			return rest;
		}
		long interval = this.expedited.get() ? 0 : (long) (this.timings.interval() * this.spread);
		return Math.max(rest, this.begunAt + Math.max(interval, SHORTEST.toNanos()) - now);
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

	/**
	 * Returns whether the circuit is open: the server has failed, and no probe has
	 * succeeded since.
	 */
	boolean isOpen() {
		return this.open;
	}

	/**
	 * Records a failed probe.
	 */
	synchronized void failed() {
		if (!this.open || this.openUntil - this.clock.getAsLong() <= 0) {
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

	// The open time is random: half to all of an interval that doubles with each failure.
	private void open() {
		long full = SHORTEST_REST.toNanos() * 2 << Math.min(this.failures, 16);
		long half = Math.min(full, this.longestRest.toNanos()) / 2;
		this.failures++;
		this.openUntil = this.clock.getAsLong() + half + (long) (half * this.random.nextDouble());
		this.open = true;
	}

	/**
	 * Records a successful probe.
	 * @param askedAt when the probe started; the circuit stays open if this was before
	 * the end of the open time
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
