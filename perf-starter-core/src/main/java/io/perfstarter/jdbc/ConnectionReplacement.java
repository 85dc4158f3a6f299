package io.perfstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Gives another connection in place of one that was lost before it had given anything.
 */
public interface ConnectionReplacement {

	/**
	 * Whether the caller is better served by another connection.
	 * @param failure why the first one has failed
	 * @return whether that is so
	 */
	boolean isFor(SQLException failure);

	/**
	 * Gives the other connection. The first one is returned by then.
	 * @return the other connection
	 * @throws SQLException if there is none
	 */
	Connection connection() throws SQLException;

}
