package io.perfstarter.coherence.protocol;

import java.time.Duration;

/**
 * Runs tasks later.
 */
@FunctionalInterface
public interface Timer {

	/**
	 * Runs a non-blocking task after a delay.
	 * @param delay the delay
	 * @param task the task
	 */
	void after(Duration delay, Runnable task);

}
