package io.perfstarter.reporting;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.routing.PostgresPair;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DatabaseFacts} with a real PostgreSQL server.
 */
@Timeout(60)
@Tag(Tier.CI)
class DatabaseFactsPostgresTests {

	private static final PostgresPair pair = PostgresPair.shared();

	@Test
	void readsWhatTheServerAllows() throws SQLException {
		int maxConnections = Integer.parseInt(pair.primary().run("show max_connections"));
		try (Connection connection = DriverManager.getConnection(pair.primaryUrl(), "postgres", "")) {
			assertThat(DatabaseFacts.read(connection)).isEqualTo(new DatabaseFacts(maxConnections, 3));
		}
	}

	@Test
	void closedConnectionIsNoAnswer() throws SQLException {
		Connection connection = DriverManager.getConnection(pair.primaryUrl(), "postgres", "");
		connection.close();
		assertThat(DatabaseFacts.read(connection)).isNull();
	}

}
