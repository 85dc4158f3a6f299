package io.perfstarter.client;

/**
 * Observes the calls of a request that may wait for its client: they read the body of the
 * request, or write the response. Several threads of a request may call it at once. Its
 * methods throw no exceptions.
 */
public interface ClientWaitListener {

	/**
	 * Called on the thread of a call that may wait, before it starts.
	 */
	void beginClientWait();

	/**
	 * Called on the same thread, when the call has ended or failed.
	 */
	void endClientWait();

}
