package io.perfstarter.coherence.protocol;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Runs tasks later.
 */
@FunctionalInterface
public interface Timer {

	/**
	 * Runs a task after a delay. The tasks of a {@link CoherenceNode} do not block.
	 * @param delay the delay
	 * @param task the task
	 */
	void after(Duration delay, Runnable task);

	/**
	 * Returns a timer whose tasks an executor runs.
	 * @param executor the executor
	 * @return the timer
	 */
	static Timer of(ScheduledExecutorService executor) {
		return (delay, task) -> executor.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
	}

}
