package io.perfstarter.routing.connection;

import java.sql.SQLException;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when a database rejects a write in a read-only transaction. Names the
 * transactional method and the server. Has the SQL state and error code of its cause, the
 * original exception.
 */
final class RefusedWrite extends SQLException {

	private static final long serialVersionUID = 1L;

	// The maximum number of causes to search, because a chain may be cyclic.
	private static final int DEPTH = 20;

	RefusedWrite(String message, SQLException original) {
		super(message, original.getSQLState(), original.getErrorCode(), original);
	}

	/**
	 * Finds a rejected write among the causes of an exception.
	 * @param failure the exception
	 * @return the rejected write, {@code null} if there is none
	 */
	static @Nullable RefusedWrite behind(@Nullable Throwable failure) {
		Throwable cause = failure;
		for (int i = 0; cause != null && i < DEPTH; i++) {
			if (cause instanceof RefusedWrite refused) {
				return refused;
			}
			cause = cause.getCause();
		}
		return null;
	}

}
