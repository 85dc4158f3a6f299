package io.perfstarter.coherence.postgres;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

import javax.sql.DataSource;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/**
 * A PostgreSQL server with the tables of the log, for tests.
 */
public final class LogDatabase implements AutoCloseable {

	private final EmbeddedPostgres server;

	private final DataSource dataSource;

	public LogDatabase() throws IOException, SQLException {
		this.server = EmbeddedPostgres.builder()
			.setPGStartupWait(Duration.ofSeconds(60))
			.setServerConfig("max_prepared_transactions", "5")
			.start();
		this.dataSource = this.server.getPostgresDatabase();
		create();
	}

	void create() throws SQLException {
		try (Connection connection = connect()) {
			PostgresLogSchema.create(connection, Duration.ofSeconds(5));
		}
	}

	public DataSource dataSource() {
		return this.dataSource;
	}

	public String url(String name) {
		return this.server.getJdbcUrl("postgres", name);
	}

	/**
	 * Returns a database of the same server that does not contain the log.
	 */
	DataSource otherDatabase() {
		return this.server.getDatabase("postgres", "template1");
	}

	public Connection connect() throws SQLException {
		return this.dataSource.getConnection();
	}

	public PostgresLog log(String origin) {
		return new PostgresLog(origin, this.dataSource, this.dataSource);
	}

	/**
	 * Runs a statement and returns the first column of its first row, if any.
	 */
	public String run(String sql) throws SQLException {
		try (Connection connection = connect()) {
			return run(connection, sql);
		}
	}

	public static String run(Connection connection, String sql) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			if (!statement.execute(sql)) {
				return null;
			}
			ResultSet row = statement.getResultSet();
			return row.next() ? row.getString(1) : null;
		}
	}

	Connection begin() throws SQLException {
		Connection connection = connect();
		connection.setAutoCommit(false);
		return connection;
	}

	/**
	 * Makes the next maintenance due, and the removal of what the last mark allows.
	 */
	void forgetMaintenance() throws SQLException {
		run("update perf_starter.invalidation_state "
				+ "set maintained_at = clock_timestamp() - interval '1 minute', next_trimmed_at = '-infinity'");
	}

	@Override
	public void close() throws IOException {
		this.server.close();
	}

}
