package io.perfstarter.reporting.jvm;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Notices when the whole process has stood still, as under a debugger, after a signal, or
 * on a machine that was stopped: a thread that sleeps wakes up much too late, and neither
 * stops of the JVM nor a lack of processors explain it. For one thread.
 */
final class Suspension {

	private static final long LATE = TimeUnit.SECONDS.toNanos(1);

	/**
	 * A process that computes more than this share of the time does not stand still.
	 */
	private static final double COMPUTES = 0.05;

	/**
	 * A thread that was ready for more than this share of the time lacked a processor.
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
	 * Takes what it goes by, all in nanoseconds.
	 * @param period how long the thread sleeps
	 * @param processors how many the process may compute on until it stands still
	 * @param clock {@link System#nanoTime()}
	 * @param stopped for how long the JVM had stopped all threads
	 * @param computed for how long the process computed
	 * @param ready for how long the thread was ready to compute, and no processor was
	 * free; negative if nobody counts it
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
	 * The thread is about to sleep.
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
	 * The thread has woken up, or begins.
	 */
	void sample() {
		long now = this.clock.getAsLong();
		long stopped = this.stopped.getAsLong();
		long computed = this.computed.getAsLong();
		long ready = this.ready.getAsLong();
		long late = now - this.restsSince - this.period - (stopped - this.stoppedBefore);
		// Besides the usual work of the period.
		boolean computes = computed - this.computedBefore > this.period * this.processors + late * COMPUTES;
		boolean lacks = ready - this.readyBefore > late * READY;
		if (this.asleep && late >= LATE && !computes && !lacks) {
			this.suspended = true;
		}
		rest(now, stopped, computed, ready);
	}

	/**
	 * Whether it stood still since this was asked last.
	 */
	boolean next() {
		boolean suspended = this.suspended;
		this.suspended = false;
		return suspended;
	}

}
