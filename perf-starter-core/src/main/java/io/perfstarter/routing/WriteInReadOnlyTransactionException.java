package io.perfstarter.routing;

import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * Thrown when a read-only transaction tries to write. The message names the method that
 * began the transaction and the first write.
 */
public class WriteInReadOnlyTransactionException extends InvalidDataAccessApiUsageException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 * @param message names the method and the first write
	 * @param cause the exception of the database
	 */
	public WriteInReadOnlyTransactionException(@Nullable String message, Throwable cause) {
		super(message, cause);
	}

}
