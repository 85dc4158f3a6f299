package io.perfstarter.routing.freshness;

import java.sql.Connection;
import java.sql.SQLException;

import org.jspecify.annotations.Nullable;

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

	/**
	 * Reads a position that another instance has encoded.
	 * @param encoded the result of {@link Position#encode()}
	 * @return the position, {@code null} if this probe does not know its kind
	 */
	default @Nullable Position decode(byte[] encoded) {
		return null;
	}

}
