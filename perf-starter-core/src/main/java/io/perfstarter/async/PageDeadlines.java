package io.perfstarter.async;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor.DiscardPolicy;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Ends the pages whose time is up, with one thread for all, started by the first.
 * Thread-safe.
 */
final class PageDeadlines implements AutoCloseable {

	private final LongSupplier clock;

	private final ScheduledThreadPoolExecutor timer;

	/**
	 * Creates a timer without a thread.
	 * @param clock {@link System#nanoTime()}
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
	 * Begins to count.
	 * @param nanos how long it may take from now
	 * @return tells whether that time is up
	 */
	BooleanSupplier in(long nanos) {
		long begin = this.clock.getAsLong();
		return () -> this.clock.getAsLong() - begin >= nanos;
	}

	Future<?> expireIn(long nanos, PageRun run) {
		return this.timer.schedule(run::expire, nanos, TimeUnit.NANOSECONDS);
	}

	/**
	 * Lets those that run end in time, and takes no more.
	 */
	@Override
	public void close() {
		this.timer.shutdown();
	}

}
