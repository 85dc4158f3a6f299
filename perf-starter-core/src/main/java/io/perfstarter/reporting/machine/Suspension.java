package io.perfstarter.reporting.machine;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Detects a suspension of the whole process, for example by a debugger, a signal or a
 * suspended machine: a sleeping thread wakes up much too late, and neither JVM pauses nor
 * CPU wait explain the delay. Confined to one thread.
 */
final class Suspension {

	private static final long LATE = TimeUnit.SECONDS.toNanos(1);

	/**
	 * Maximum CPU usage of a suspended process, as a share of the delay.
	 */
	private static final double COMPUTES = 0.05;

	/**
	 * Minimum share of CPU wait in the delay that explains it.
	 */
	private static final double READY = 0.5;

	private final long period;

	private final int processors;

	private final LongSupplier clock;

	private final LongSupplier stopped;

	private final LongSupplier computed;

	private final LongSupplier ready;

	private long restsSince;

	private long stoppedBefore;

	private long computedBefore;

	private long readyBefore;

	private boolean asleep;

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
		rest(this.clock.getAsLong(), this.stopped.getAsLong(), this.computed.getAsLong(), this.ready.getAsLong());
	}

	private void rest(long now, long stopped, long computed, long ready) {
		this.restsSince = now;
		this.stoppedBefore = stopped;
		this.computedBefore = computed;
		this.readyBefore = ready;
		this.asleep = true;
	}

	/**
	 * Records that the thread has woken up or started, and checks the delay.
	 */
	void sample() {
		long now = this.clock.getAsLong();
		long stopped = this.stopped.getAsLong();
		long computed = this.computed.getAsLong();
		long ready = this.ready.getAsLong();
		long late = now - this.restsSince - this.period - (stopped - this.stoppedBefore);
		// The usual work of a period is subtracted from the CPU time.
		boolean computes = computed - this.computedBefore > this.period * this.processors + late * COMPUTES;
		boolean lacks = ready - this.readyBefore > late * READY;
		if (this.asleep && late >= LATE && !computes && !lacks) {
			this.suspended = true;
		}
		rest(now, stopped, computed, ready);
	}

	/**
	 * Returns whether the process was suspended since the last call.
	 */
	boolean next() {
		boolean suspended = this.suspended;
		this.suspended = false;
		return suspended;
	}

}
