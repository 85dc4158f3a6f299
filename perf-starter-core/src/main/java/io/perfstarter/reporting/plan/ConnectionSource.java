package io.perfstarter.reporting.plan;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Opens separate connections that do not belong to a pool.
 */
@FunctionalInterface
public interface ConnectionSource {

	/**
	 * Opens a connection. The caller must close it.
	 * @return a new connection
	 * @throws SQLException if no connection can be opened
	 */
	Connection open() throws SQLException;

}
