package io.perfstarter.routing.freshness;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Checks whether a PostgreSQL server is reachable and a standby; provides no positions,
 * which some managed databases do not have.
 */
final class PostgresWindowProbe implements FreshnessProbe {

	@Override
	public Sample primary(Connection connection) throws SQLException {
		return replica(connection);
	}

	@Override
	public Sample replica(Connection connection) throws SQLException {
		return PostgresProbe.query(connection, "select pg_is_in_recovery()",
				(row) -> new Sample(row.getBoolean(1), null));
	}

}
