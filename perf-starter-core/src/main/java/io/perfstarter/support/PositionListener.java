package io.perfstarter.support;

/**
 * Receives the waits for the position of the primary's log. Implementations must be
 * thread-safe and must neither block nor throw exceptions.
 */
@FunctionalInterface
public interface PositionListener {

	/**
	 * The listener that ignores all waits.
	 */
	PositionListener NONE = () -> () -> {
	};

	/**
	 * Called by a thread before it waits.
	 * @return to be called by the same thread when the wait has ended
	 */
	Runnable waiting();

}
