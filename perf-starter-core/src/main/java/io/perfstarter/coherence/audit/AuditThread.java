package io.perfstarter.coherence.audit;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.perfstarter.coherence.protocol.Timer;
import io.perfstarter.support.DaemonThreads;

/**
 * The daemon thread of the audit, which starts with the first audit. {@link CacheAudit}
 * limits the tasks that wait.
 */
public final class AuditThread implements Timer, AutoCloseable {

	private final ScheduledExecutorService executor = DaemonThreads.timer("cache-audit");

	@Override
	public void after(Duration delay, Runnable task) {
		this.executor.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
	}

	/**
	 * Stops the thread and drops all audits.
	 */
	@Override
	public void close() {
		this.executor.shutdownNow();
	}

}
