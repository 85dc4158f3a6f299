package io.perfstarter.support;

/**
 * Receives the waits for one resource: the position of the primary's log, a pool, or the
 * client of a request. Implementations must be thread-safe and must neither block nor
 * throw exceptions.
 */
@FunctionalInterface
public interface WaitListener {

	/**
	 * The listener that ignores all waits.
	 */
	WaitListener NONE = () -> () -> {
	};

	/**
	 * Called by a thread before it waits.
	 * @return to be called by the same thread when the wait has ended or failed
	 */
	Runnable waiting();

}
