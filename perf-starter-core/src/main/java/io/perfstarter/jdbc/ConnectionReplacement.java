package io.perfstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

import org.jspecify.annotations.Nullable;

/**
 * Supplies a replacement for a connection that was lost before it returned any data, or
 * that must not execute its first statement.
 */
public interface ConnectionReplacement {

	/**
	 * Returns why the original connection must not execute a statement. Called before
	 * each execution.
	 * @param sql the SQL text without parameter values, as in {@link Execution#sql()}
	 * @return a failure for {@link #isFor}, which is thrown if the connection is not
	 * replaced; {@code null} to execute the statement
	 */
	default @Nullable SQLException refusal(String sql) {
		return null;
	}

	/**
	 * Returns whether the connection should be replaced after a failure.
	 * @param failure the failure of the original connection
	 * @return {@code true} to replace the connection, {@code false} to report the failure
	 * to the caller
	 */
	boolean isFor(SQLException failure);

	/**
	 * Closes the original connection and removes it from its pool, because the caller has
	 * changed a setting that the pool does not reset.
	 * @param connection the original connection
	 * @throws SQLException if it cannot be closed
	 */
	void evict(Connection connection) throws SQLException;

	/**
	 * Returns whether a failed commit of the original connection has lost nothing,
	 * because it could only read.
	 * @param failure the failure of the commit
	 * @return {@code true} to let the commit succeed, {@code false} to report the failure
	 * to the caller
	 */
	boolean losesNothing(SQLException failure);

	/**
	 * Borrows the replacement. Called after the original connection was returned to its
	 * pool.
	 * @return the replacement
	 * @throws SQLException if no connection is available
	 */
	Connection connection() throws SQLException;

}
