package io.perfstarter.routing.freshness;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Reads the replication state of servers of one database product, in one round trip each.
 * Thread-safe.
 *
 * <p>
 * Positions of the primary and of its replicas are comparable. Every transaction whose
 * commit has returned before the primary is probed lies at or before the position of that
 * probe, and a replica shows every transaction at or before its own position. Positions
 * that the primary may assign again, such as after a failover, must be recognizable by a
 * lower position, another timeline or another cluster.
 */
interface FreshnessProbe {

	/**
	 * Probes the primary.
	 */
	PrimarySample primary(Connection connection) throws SQLException;

	/**
	 * Probes a replica.
	 */
	ReplicaSample replica(Connection connection) throws SQLException;

}
