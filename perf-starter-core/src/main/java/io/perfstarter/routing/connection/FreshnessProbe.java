package io.perfstarter.routing.connection;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Reads the replication state of servers of one database product. Each probe needs one
 * round trip, except for the first probe of a connection. Thread-safe.
 *
 * <p>
 * Positions of the primary and of its replicas are comparable. A probe of the primary
 * returns a position that includes every transaction whose commit returned before the
 * probe. A replica shows every transaction up to its position. If the primary may assign
 * positions again, such as after a failover, its next position must not include the last
 * one.
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
