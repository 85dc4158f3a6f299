package io.perfstarter.async;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counters and times of the tasks of one executor. Thread-safe.
 */
final class ExecutorCounts {

	final LongAdder rejected = new LongAdder();

	final LongAdder dropped = new LongAdder();

	final LongAdder expired = new LongAdder();

	final LongAdder cancelled = new LongAdder();

	final LongAdder discarded = new LongAdder();

	final LongAdder timedOut = new LongAdder();

	final LongAdder failed = new LongAdder();

	final LongAdder nested = new LongAdder();

	final LongAdder begun = new LongAdder();

	final LongAdder waited = new LongAdder();

	final LongAdder ended = new LongAdder();

	final LongAdder ran = new LongAdder();

	final AtomicInteger active = new AtomicInteger();

	/**
	 * Returns the number of rejected, dropped and expired tasks.
	 */
	long lost() {
		return this.rejected.sum() + this.dropped.sum() + this.expired.sum();
	}

	/**
	 * Returns the mean run time in seconds.
	 */
	double meanRun() {
		return this.ran.sum() / 1e9 / this.ended.sum();
	}

}
