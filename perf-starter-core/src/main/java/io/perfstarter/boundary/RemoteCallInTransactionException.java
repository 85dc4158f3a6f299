package io.perfstarter.boundary;

/**
 * Thrown before a remote call if the current thread holds a database connection. Nothing
 * was sent.
 */
public class RemoteCallInTransactionException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 * @param message names the transaction, the pool, the target and the source line of
	 * the call
	 */
	public RemoteCallInTransactionException(String message) {
		super(message);
	}

}
