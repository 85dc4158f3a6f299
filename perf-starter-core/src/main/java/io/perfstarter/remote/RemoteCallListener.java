package io.perfstarter.remote;

/**
 * Receives the start and end of calls to other processes. Implementations must be
 * thread-safe and must not block.
 */
public interface RemoteCallListener {

	/**
	 * Called on the calling thread before anything is sent. An exception thrown here is
	 * propagated to the caller, and the call is not made.
	 * @param call the call
	 */
	void starting(RemoteCall call);

	/**
	 * Called when a call has ended, successfully or not; possibly on another thread.
	 * @param call the call passed to {@link #starting}
	 */
	default void ended(RemoteCall call) {
	}

}
