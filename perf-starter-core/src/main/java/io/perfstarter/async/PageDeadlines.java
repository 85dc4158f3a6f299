package io.perfstarter.async;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor.DiscardPolicy;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Ends pages at their deadlines with one thread, which is started by the first page with
 * a deadline. Thread-safe.
 */
final class PageDeadlines implements AutoCloseable {

	private final LongSupplier clock;

	private final ScheduledThreadPoolExecutor timer;

	/**
	 * Creates a timer without a thread.
	 * @param clock a monotonic clock in nanoseconds
	 */
	PageDeadlines(LongSupplier clock) {
		this.clock = clock;
		this.timer = new ScheduledThreadPoolExecutor(1, (task) -> {
			Thread thread = new Thread(task, "perf-starter-async-deadlines");
			thread.setDaemon(true);
			return thread;
		}, new DiscardPolicy());
		this.timer.setRemoveOnCancelPolicy(true);
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
