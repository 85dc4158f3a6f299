package io.perfstarter.routing.connection;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Reads the replication state of servers of one database product, in one round trip each
 * except for the first one of a connection. Thread-safe.
 *
 * <p>
 * Positions of the primary and of its replicas are comparable. Every transaction whose
 * commit has returned before the primary is probed lies at or before the position of that
 * probe, and a replica shows every transaction at or before its own position. If the
 * primary may assign positions again, such as after a failover, its next position must
 * not include the last one.
 */
interface FreshnessProbe {

	/**
	 * Probes the primary.
	 */
	Sample primary(Connection connection) throws SQLException;

	/**
	 * Probes a replica.
	 */
	Sample replica(Connection connection) throws SQLException;

}
