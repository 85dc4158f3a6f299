package io.perfstarter.routing.freshness;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;

/**
 * Checks whether a server of any database product is reachable; provides no positions.
 */
final class WindowProbe implements FreshnessProbe {

	private final int seconds;

	/**
	 * Creates a probe.
	 * @param timeout the timeout, rounded down to seconds, at least one second
	 */
	WindowProbe(Duration timeout) {
		this.seconds = Math.max(1, (int) timeout.toSeconds());
	}

	@Override
	public Sample primary(Connection connection) throws SQLException {
		check(connection);
		return new Sample(false, null);
	}

	@Override
	public Sample replica(Connection connection) throws SQLException {
		check(connection);
		return new Sample(true, null);
	}

	private void check(Connection connection) throws SQLException {
		if (!connection.isValid(this.seconds)) {
			throw new SQLNonTransientConnectionException("The connection is no longer valid");
		}
	}

}
