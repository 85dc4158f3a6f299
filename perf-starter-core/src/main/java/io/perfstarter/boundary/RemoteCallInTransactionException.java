package io.perfstarter.boundary;

/**
 * A remote call was about to be made while the thread held a connection. Nothing was
 * sent.
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
