package io.perfstarter.reporting.request;

/**
 * The request for which a thread works.
 */
public interface RequestWork {

	/**
	 * Returns whether the request is complete.
	 * @return {@code true} once its response was sent
	 */
	boolean isComplete();

	/**
	 * Returns whether the calling thread is the request thread, and not another thread
	 * that works for the request and may continue after its end.
	 * @return {@code true} on the thread on which the request began
	 */
	boolean isServedHere();

}
