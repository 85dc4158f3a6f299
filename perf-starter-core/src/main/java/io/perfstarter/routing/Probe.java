package io.perfstarter.routing;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Reads the replication state of servers of one database product, in one round trip each.
 * Thread-safe.
 */
interface Probe {

	/**
	 * The position for databases without positions.
	 */
	long NO_POSITION = -1;

	/**
	 * Probes the primary.
	 */
	PrimarySample primary(Connection connection) throws SQLException;

	/**
	 * Probes a replica.
	 */
	ReplicaSample replica(Connection connection) throws SQLException;

}
