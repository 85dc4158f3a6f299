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
	 * A process that computes as little as that for want of processors has others wait
	 * for them all the time.
	 */
	private static final double WAITS = 0.5;

	private final long period;

	private final int processors;

	private final LongSupplier clock;

	private final LongSupplier stopped;

	private final LongSupplier computed;

	private final LongSupplier waited;

	private long restsSince;

	private long stoppedBefore;

	private long computedBefore;

	private long waitedBefore;

	private boolean suspended;

	/**
	 * Takes what it goes by, all in nanoseconds.
	 * @param period how long the thread sleeps
	 * @param processors how many the process may compute on until it stands still
	 * @param clock {@link System#nanoTime()}
	 * @param stopped for how long the JVM had stopped all threads
	 * @param computed for how long the process computed
	 * @param waited for how long somebody waited for a processor, negative if nobody
	 * counts it
	 */
	Suspension(long period, int processors, LongSupplier clock, LongSupplier stopped, LongSupplier computed,
			LongSupplier waited) {
		this.period = period;
		this.processors = processors;
		this.clock = clock;
		this.stopped = stopped;
		this.computed = computed;
		this.waited = waited;
		rest();
	}

	/**
	 * The thread is about to sleep.
	 */
	void rest() {
		rest(this.clock.getAsLong(), this.stopped.getAsLong(), this.computed.getAsLong(), this.waited.getAsLong());
	}

	private void rest(long now, long stopped, long computed, long waited) {
		this.restsSince = now;
		this.stoppedBefore = stopped;
		this.computedBefore = computed;
		this.waitedBefore = waited;
	}

	/**
	 * The thread has woken up.
	 */
	void look() {
		long now = this.clock.getAsLong();
		long stopped = this.stopped.getAsLong();
		long computed = this.computed.getAsLong();
		long waited = this.waited.getAsLong();
		long late = now - this.restsSince - this.period - (stopped - this.stoppedBefore);
		// Besides the usual work of the period.
		boolean computes = computed - this.computedBefore > this.period * this.processors + late * COMPUTES;
		boolean waits = waited - this.waitedBefore > this.period + late * WAITS;
		if (late >= LATE && !computes && !waits) {
			this.suspended = true;
		}
		rest(now, stopped, computed, waited);
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
