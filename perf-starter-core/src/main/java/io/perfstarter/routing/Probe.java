package io.perfstarter.routing;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Asks servers of one kind how far they are, in one round trip each. Thread-safe.
 */
interface Probe {

	/**
	 * The position where a database has none.
	 */
	long NO_POSITION = -1;

	/**
	 * Asks the primary.
	 */
	PrimarySample primary(Connection connection) throws SQLException;

	/**
	 * Asks a replica.
	 */
	ReplicaSample replica(Connection connection) throws SQLException;

}
