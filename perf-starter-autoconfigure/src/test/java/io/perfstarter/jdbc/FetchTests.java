package io.perfstarter.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.perfstarter.jdbc.Execution.Kind;
import io.perfstarter.routing.MariaDbNode;
import io.perfstarter.routing.MariaDbPair;
import io.perfstarter.routing.PostgresPair;
import org.h2.tools.Server;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests which moves of a result set are reported as fetches, with drivers that hold all
 * rows, and with drivers that ask the database for more. Times are compared only with
 * what the database sleeps at least.
 */
class FetchTests {

	private final Fetches fetches = new Fetches();

	@Test
	void postgresHoldsAllRowsWithoutAFetchSize() throws SQLException {
		try (Connection connection = postgres()) {
			assertThat(read(connection, "select generate_series(1, 250)", 0)).isEqualTo(250);
		}
		assertThat(this.fetches.beforeRows).containsExactly(0);
	}

	@Test
	void aCursorOfPostgresAsksForEachPortion() throws SQLException {
		try (Connection connection = postgres()) {
			connection.setAutoCommit(false);
			assertThat(read(connection, "select n, pg_sleep(0.02) from generate_series(1, 20) n", 5)).isEqualTo(20);
		}
		assertThat(this.fetches.beforeRows).containsExactly(0, 5, 10, 15, 20);
		assertThat(this.fetches.time).isGreaterThanOrEqualTo(Duration.ofMillis(15 * 20));
		assertThat(this.fetches.executing).isGreaterThanOrEqualTo(Duration.ofMillis(5 * 20));
	}

	@Test
	@Tag("faults")
	void aStreamOfMariaDbAsksForEachPortion() throws SQLException {
		try (Connection connection = observe(
				MariaDbPair.shared().primary().dataSource(MariaDbNode.USER).getConnection())) {
			// The server sends rows as soon as they fill its buffer of 16 kB.
			assertThat(read(connection, "select seq, repeat('x', 20000), sleep(0.02) from seq_1_to_20", 5))
				.isEqualTo(20);
		}
		assertThat(this.fetches.beforeRows).startsWith(0, 5, 10, 15);
		assertThat(this.fetches.time).isGreaterThanOrEqualTo(Duration.ofMillis(10 * 20));
	}

	@Test
	void h2HoldsAllRowsInTheProcess() throws SQLException {
		try (Connection connection = h2("jdbc:h2:mem:fetches")) {
			assertThat(read(connection, "select x from system_range(1, 250)", 0)).isEqualTo(250);
		}
		assertThat(this.fetches.beforeRows).containsExactly(0);
	}

	@Test
	void lazyH2IsAskedForEachRow() throws SQLException {
		try (Connection connection = h2("jdbc:h2:mem:fetches;LAZY_QUERY_EXECUTION=1")) {
			assertThat(read(connection, "select x from system_range(1, 3)", 0)).isEqualTo(3);
		}
		assertThat(this.fetches.beforeRows).containsExactly(0, 1, 2, 3);
	}

	@Test
	void aServerOfH2IsAskedForEachPortion() throws SQLException {
		Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
		try (Connection connection = h2("jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/mem:fetches")) {
			assertThat(read(connection, "select x from system_range(1, 250)", 0)).isEqualTo(250);
			assertThat(this.fetches.beforeRows).containsExactly(0, 100, 200);
		}
		finally {
			server.stop();
		}
	}

	private Connection postgres() throws SQLException {
		return observe(DriverManager.getConnection(PostgresPair.shared().primaryUrl(), "postgres", ""));
	}

	private Connection h2(String url) throws SQLException {
		return observe(DriverManager.getConnection(url, "sa", ""));
	}

	private Connection observe(Connection connection) {
		return ObservedConnections.observe(connection, "pool", List.of(this.fetches));
	}

	private int read(Connection connection, String sql, int fetchSize) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(sql)) {
			statement.setFetchSize(fetchSize);
			try (ResultSet results = statement.executeQuery()) {
				while (results.next()) {
					this.fetches.rows++;
				}
			}
		}
		return this.fetches.rows;
	}

	/**
	 * Records before which rows there was a fetch, and how long fetches and statements
	 * took.
	 */
	private static final class Fetches implements JdbcListener {

		private final List<Integer> beforeRows = new ArrayList<>();

		private Duration time = Duration.ZERO;

		private Duration executing = Duration.ZERO;

		private int rows;

		@Override
		public void executed(ConnectionUsage usage, Execution execution, long endedAt, @Nullable SQLException failure) {
			Duration took = Duration.ofNanos(endedAt - execution.startedAt());
			if (execution.kind() == Kind.FETCH) {
				this.beforeRows.add(this.rows);
				this.time = this.time.plus(took);
			}
			else {
				this.executing = this.executing.plus(took);
			}
		}

		@Override
		public void rows(ConnectionUsage usage, Execution execution, long rows) {
			assertThat(rows).isEqualTo(this.rows);
		}

	}

}
