package io.perfstarter.async;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

import io.perfstarter.support.DaemonThreads;

/**
 * Ends pages at their deadlines with one thread, which is started by the first page with
 * a deadline. Thread-safe.
 */
final class PageDeadlines implements AutoCloseable {

	private final LongSupplier clock;

	private final ScheduledExecutorService timer = DaemonThreads.timer("async-deadlines");

	/**
	 * Creates a timer without a thread.
	 * @param clock a monotonic clock in nanoseconds
	 */
	PageDeadlines(LongSupplier clock) {
		this.clock = clock;
	}

	/**
	 * Starts a deadline.
	 * @param nanos the time from now in nanoseconds
	 * @return returns whether the deadline has passed
	 */
	BooleanSupplier in(long nanos) {
		long begin = this.clock.getAsLong();
		return () -> this.clock.getAsLong() - begin >= nanos;
	}

	Future<?> expireIn(long nanos, PageRun run) {
		return this.timer.schedule(run::expire, nanos, TimeUnit.NANOSECONDS);
	}

	/**
	 * Accepts no further deadlines; those already set remain in effect.
	 */
	@Override
	public void close() {
		this.timer.shutdown();
	}

}
