package io.perfstarter.coherence.protocol;

import java.time.Duration;

/**
 * Runs tasks later.
 */
@FunctionalInterface
public interface Timer {

	/**
	 * Runs a task that does not block once the delay is over.
	 * @param delay how long to wait
	 * @param task what to run
	 */
	void after(Duration delay, Runnable task);

}
