package io.perfstarter.reporting.explain;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Opens connections that are nobody else's, not those of a pool.
 */
@FunctionalInterface
public interface ConnectionSource {

	/**
	 * Opens one. Who asked for it closes it.
	 * @return a new connection
	 * @throws SQLException if there is none
	 */
	Connection open() throws SQLException;

}
