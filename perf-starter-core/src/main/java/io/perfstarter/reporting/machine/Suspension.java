package io.perfstarter.reporting.machine;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

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

	// Minimum share of CPU wait in the delay that explains it.
	private static final double READY = 0.5;

	private final long period;

	private final int processors;

	private final LongSupplier clock;

	private final LongSupplier stopped;

	private final LongSupplier computed;

	private final LongSupplier ready;

	private @Nullable Reading before;

	private boolean suspended;

	/**
	 * Creates a detector. All times are in nanoseconds.
	 * @param period the sleep time of the thread
	 * @param processors the number of available processors
	 * @param clock {@link System#nanoTime()}
	 * @param stopped returns the total time of JVM pauses
	 * @param computed returns the CPU time of the process
	 * @param ready returns the total CPU wait of the thread; negative if unknown
	 */
	Suspension(long period, int processors, LongSupplier clock, LongSupplier stopped, LongSupplier computed,
			LongSupplier ready) {
		this.period = period;
		this.processors = processors;
		this.clock = clock;
		this.stopped = stopped;
		this.computed = computed;
		this.ready = ready;
	}

	/**
	 * Records that the thread is about to sleep.
	 */
	void rest() {
		this.before = read();
	}

	private Reading read() {
		return new Reading(this.clock.getAsLong(), this.stopped.getAsLong(), this.computed.getAsLong(),
				this.ready.getAsLong());
	}

	/**
	 * Records that the thread has woken up or started, and checks the delay.
	 */
	void sample() {
		Reading now = read();
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
	 * @param ready the total CPU wait of the thread
	 */
	private record Reading(long at, long stopped, long computed, long ready) {

	}

}
