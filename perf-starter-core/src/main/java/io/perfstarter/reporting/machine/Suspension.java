package io.perfstarter.reporting.machine;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Detects a suspension of the whole process, for example by a debugger, a signal or a
 * suspended machine: a sleeping thread wakes up much too late, and neither JVM pauses nor
 * CPU wait explain the delay. Confined to one thread.
 */
final class Suspension {

	private static final long LATE = TimeUnit.SECONDS.toNanos(1);

	// Maximum CPU usage of a suspended process, as a share of the delay.
	private static final double COMPUTES = 0.05;

	// Minimum share of CPU wait in a delay for CPU wait to explain it.
	private static final double READY = 0.5;

	private final long period;

	private final int processors;

	private final Supplier<Reading> times;

	private @Nullable Reading before;

	private boolean suspended;

	/**
	 * Creates a detector.
	 * @param period the sleep time of the thread, in nanoseconds
	 * @param processors the number of available processors
	 * @param times reads the times
	 */
	Suspension(long period, int processors, Supplier<Reading> times) {
		this.period = period;
		this.processors = processors;
		this.times = times;
	}

	/**
	 * Records that the thread is about to sleep.
	 */
	void rest() {
		this.before = this.times.get();
	}

	/**
	 * Records that the thread has woken up or started, and checks the delay.
	 */
	void sample() {
		Reading now = this.times.get();
		if (this.before != null && isSuspended(this.before, now)) {
			this.suspended = true;
		}
		this.before = now;
	}

	private boolean isSuspended(Reading before, Reading now) {
		long late = now.at - before.at - this.period - (now.stopped - before.stopped);
		// The usual work of a period is subtracted from the CPU time.
		boolean computes = now.computed - before.computed > this.period * this.processors + late * COMPUTES;
		boolean lacks = now.ready - before.ready > late * READY;
		return late >= LATE && !computes && !lacks;
	}

	/**
	 * Returns whether the process was suspended since the last call.
	 */
	boolean next() {
		boolean suspended = this.suspended;
		this.suspended = false;
		return suspended;
	}

	/**
	 * The times at one moment, in nanoseconds.
	 *
	 * @param at the time of the reading
	 * @param stopped the total time of JVM pauses
	 * @param computed the CPU time of the process
	 * @param ready the total CPU wait of the thread; negative if unknown
	 */
	record Reading(long at, long stopped, long computed, long ready) {

	}

}
