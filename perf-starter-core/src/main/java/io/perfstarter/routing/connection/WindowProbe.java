package io.perfstarter.routing.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Checks whether a server is reachable and, where its product can tell, a standby;
 * provides no positions, which some managed databases do not have.
 *
 * @param standby the query that returns whether a server is a standby, {@code null} for
 * products that are not known
 * @param timeout the timeout without the query, rounded down to seconds, at least one
 * second
 */
record WindowProbe(@Nullable String standby, Duration timeout) implements FreshnessProbe {

	@Override
	public Sample primary(Connection connection) throws SQLException {
		return sample(connection, false);
	}

	@Override
	public Sample replica(Connection connection) throws SQLException {
		return sample(connection, true);
	}

	private Sample sample(Connection connection, boolean replica) throws SQLException {
		if (this.standby != null) {
			return SingleRow.of(connection, this.standby, (row) -> new Sample(row.getBoolean(1), null));
		}
		if (!connection.isValid(Math.max(1, (int) this.timeout.toSeconds()))) {
			throw new SQLNonTransientConnectionException("The connection is no longer valid");
		}
		return new Sample(replica, null);
	}

}
