package io.perfstarter.boundary;

/**
 * Thrown before a remote call is made while the current thread holds a database
 * connection. Nothing was sent.
 */
public class RemoteCallInTransactionException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 * @param message who holds what since when, and calls whom where
	 */
	public RemoteCallInTransactionException(String message) {
		super(message);
	}

}
