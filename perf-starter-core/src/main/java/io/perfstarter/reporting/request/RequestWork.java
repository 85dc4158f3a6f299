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
	 * Returns whether the request began on the calling thread. Another thread that works
	 * for the request may continue after its end.
	 * @return {@code true} on the request thread
	 */
	boolean isServedHere();

}
