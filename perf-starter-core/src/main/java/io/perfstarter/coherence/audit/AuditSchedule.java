package io.perfstarter.coherence.audit;

import java.time.Duration;

/**
 * Runs tasks of the audit later, on a thread of its own.
 */
@FunctionalInterface
public interface AuditSchedule {

	/**
	 * Runs a task after a delay.
	 * @param delay the delay
	 * @param task the task, which may block and must not throw
	 */
	void after(Duration delay, Runnable task);

}
