package io.perfstarter.coherence.audit;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The daemon thread of the audit, which starts with the first audit. {@link CacheAudit}
 * limits the tasks that wait.
 */
public final class AuditThread implements AuditSchedule, AutoCloseable {

	private static final String NAME = "perf-starter-cache-audit";

	private final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, (task) -> {
		Thread thread = new Thread(task, NAME);
		thread.setDaemon(true);
		return thread;
	});

	@Override
	public void after(Duration delay, Runnable task) {
		try {
			this.executor.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (RejectedExecutionException ex) {
			// The application stops: the audit is dropped.
		}
	}

	/**
	 * Stops the thread and drops all audits.
	 */
	@Override
	public void close() {
		this.executor.shutdownNow();
	}

}
