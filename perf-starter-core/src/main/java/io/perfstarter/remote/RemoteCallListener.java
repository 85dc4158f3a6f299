package io.perfstarter.remote;

/**
 * Hears of the calls of other processes. Must not block.
 */
public interface RemoteCallListener {

	/**
	 * A call is about to be made, and nothing was sent yet. Called in the thread that
	 * makes it; what is thrown here is thrown to the caller, and the call is not made.
	 * @param call the call
	 */
	void starting(RemoteCall call);

	/**
	 * A call has ended, in whichever way. May be called in another thread.
	 * @param call what {@link #starting} has heard
	 */
	default void ended(RemoteCall call) {
	}

}
