package io.perfstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Supplies a replacement for a connection that was lost before it returned any data.
 */
public interface ConnectionReplacement {

	/**
	 * Returns whether the connection should be replaced after a failure.
	 * @param failure the failure of the original connection
	 * @return {@code true} to replace the connection, {@code false} to report the failure
	 * to the caller
	 */
	boolean isFor(SQLException failure);

	/**
	 * Borrows the replacement. Called after the original connection was returned to its
	 * pool.
	 * @return the replacement
	 * @throws SQLException if no connection is available
	 */
	Connection connection() throws SQLException;

}
