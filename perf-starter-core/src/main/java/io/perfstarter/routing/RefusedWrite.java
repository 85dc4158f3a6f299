package io.perfstarter.routing;

import java.sql.SQLException;

import org.jspecify.annotations.Nullable;

/**
 * The refusal of a database to write in a read-only transaction, with what the database
 * cannot say: whose transaction it was, and where it ran. Has the state and the code of
 * the original, which is its cause.
 */
final class RefusedWrite extends SQLException {

	private static final long serialVersionUID = 1L;

	/**
	 * Deeper than exceptions are nested; a chain that bites its tail ends here.
	 */
	private static final int DEPTH = 20;

	private final String method;

	private final String pool;

	private final String write;

	RefusedWrite(String message, SQLException original, String method, String pool, String write) {
		super(message, original.getSQLState(), original.getErrorCode(), original);
		this.method = method;
		this.pool = pool;
		this.write = write;
	}

	/**
	 * Finds the refusal behind a failure.
	 * @param failure what was thrown
	 * @return the refusal; {@code null} if it is something else
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

	/**
	 * The method that began the transaction.
	 * @return its short name
	 */
	String method() {
		return this.method;
	}

	/**
	 * Where the transaction ran.
	 * @return the name of the pool
	 */
	String pool() {
		return this.pool;
	}

	/**
	 * What was refused.
	 * @return verb and table
	 */
	String write() {
		return this.write;
	}

}
