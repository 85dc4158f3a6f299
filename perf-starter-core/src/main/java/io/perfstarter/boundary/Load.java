package io.perfstarter.boundary;

import java.util.function.LongSupplier;

/**
 * How much of the processors the process has used since the account was begun.
 * Thread-safe.
 */
final class Load {

	private final LongSupplier clock;

	private final LongSupplier cpuTime;

	private final int processors;

	private final long beganAt;

	private final long cpuAtBegin;

	/**
	 * Begins to measure.
	 * @param clock {@link System#nanoTime()}
	 * @param cpuTime the processor time of the process in nanoseconds, negative if that
	 * is not known
	 * @param processors how many there are
	 */
	Load(LongSupplier clock, LongSupplier cpuTime, int processors) {
		this.clock = clock;
		this.cpuTime = cpuTime;
		this.processors = processors;
		this.beganAt = clock.getAsLong();
		this.cpuAtBegin = cpuTime.getAsLong();
	}

	Sample sample() {
		long elapsed = Math.max(1, this.clock.getAsLong() - this.beganAt);
		double used = this.cpuTime.getAsLong() - this.cpuAtBegin;
		return new Sample(elapsed, Math.min(1, used / elapsed / this.processors));
	}

	/**
	 * The load so far.
	 *
	 * @param elapsed nanoseconds since the beginning
	 * @param cpu how much of the processors was used, from 0 to 1
	 */
	record Sample(long elapsed, double cpu) {
	}

}
