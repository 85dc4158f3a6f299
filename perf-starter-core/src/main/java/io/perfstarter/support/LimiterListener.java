package io.perfstarter.support;

/**
 * Receives the waits for a place of a limiter. Implementations must be thread-safe and
 * must neither block nor throw exceptions.
 */
@FunctionalInterface
public interface LimiterListener {

	/**
	 * The listener that ignores all waits.
	 */
	LimiterListener NONE = (limiter) -> () -> {
	};

	/**
	 * Called by a thread before it waits.
	 * @param limiter the name of the limiter
	 * @return to be called by any thread when the wait has ended; further calls have no
	 * effect
	 */
	Runnable waiting(String limiter);

}
