package io.perfstarter.client;

import java.io.IOException;

/**
 * Observes the calls of a request that may wait for its client: those that read the body
 * of the request or write that of the response. Several threads of a request may call it
 * at once. Its methods throw no exceptions.
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

	/**
	 * Performs a call that may wait for the client.
	 * @param <T> the type of the result
	 * @param call the call
	 * @return its result
	 * @throws IOException if the call fails
	 */
	default <T> T reading(Reading<T> call) throws IOException {
		beginClientWait();
		try {
			return call.read();
		}
		finally {
			endClientWait();
		}
	}

	/**
	 * Performs a call that may wait for the client.
	 * @param call the call
	 * @throws IOException if the call fails
	 */
	default void writing(Writing call) throws IOException {
		beginClientWait();
		try {
			call.write();
		}
		finally {
			endClientWait();
		}
	}

	/**
	 * A call that reads from the client.
	 *
	 * @param <T> the type of the result
	 */
	@FunctionalInterface
	interface Reading<T> {

		/**
		 * Performs the call.
		 * @return the result
		 * @throws IOException if the call fails
		 */
		T read() throws IOException;

	}

	/**
	 * A call that writes to the client.
	 */
	@FunctionalInterface
	interface Writing {

		/**
		 * Performs the call.
		 * @throws IOException if the call fails
		 */
		void write() throws IOException;

	}

}
