package io.perfstarter.routing.connection;

import java.sql.Connection;
import java.sql.SQLException;

import org.jspecify.annotations.Nullable;

/**
 * Attempts to borrow a connection. The caller has acquired a pool slot of the server.
 */
@FunctionalInterface
interface ConnectionAttempt {

	/**
	 * Borrows the connection, or releases the slot if that fails.
	 * @return the connection, {@code null} if another server should be tried
	 * @throws SQLException if no other server should be tried
	 */
	@Nullable Connection borrow() throws SQLException;

}
