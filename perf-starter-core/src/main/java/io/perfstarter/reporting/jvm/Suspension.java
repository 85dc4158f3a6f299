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
	 * What a process that stands still may have computed meanwhile, and how long others
	 * may have waited for a processor, as a share.
	 */
	private static final double LITTLE = 0.05;

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
		this.restsSince = this.clock.getAsLong();
		this.stoppedBefore = this.stopped.getAsLong();
		this.computedBefore = this.computed.getAsLong();
		this.waitedBefore = this.waited.getAsLong();
	}

	/**
	 * The thread has woken up.
	 */
	void look() {
		long late = this.clock.getAsLong() - this.restsSince - this.period
				- (this.stopped.getAsLong() - this.stoppedBefore);
		if (late >= LATE && isLittle(this.computed.getAsLong() - this.computedBefore, this.processors, late)
				&& isLittle(this.waited.getAsLong() - this.waitedBefore, 1, late)) {
			this.suspended = true;
		}
		rest();
	}

	/**
	 * Besides the usual work of the period.
	 */
	private boolean isLittle(long time, int atOnce, long late) {
		return time <= this.period * atOnce + late * LITTLE;
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
