package io.perfstarter.routing.freshness;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Checks whether a server is reachable and a standby; provides no positions, which some
 * managed databases do not have.
 *
 * @param question the query that returns whether a server is a standby
 */
record StandbyWindowProbe(String question) implements FreshnessProbe {

	@Override
	public Sample primary(Connection connection) throws SQLException {
		return replica(connection);
	}

	@Override
	public Sample replica(Connection connection) throws SQLException {
		return SingleRow.of(connection, this.question, (row) -> new Sample(row.getBoolean(1), null));
	}

}
