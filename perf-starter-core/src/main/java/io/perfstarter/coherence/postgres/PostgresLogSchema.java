package io.perfstarter.coherence.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Checks and creates the tables of a {@link PostgresLog}.
 */
public final class PostgresLogSchema {

	/**
	 * The resource with the statements that create the tables.
	 */
	public static final String SCRIPT = "io/perfstarter/coherence/postgres/invalidation-log.sql";

	private static final int VERSION = 2;

	private static final int OLDEST_SERVER = 13;

	// An arbitrary number, which stays the same in all versions.
	private static final long LOCK = 7_027_270_727L;

	private static final String EXISTS = "select to_regclass('perf_starter.invalidation_state') is not null";

	private static final String OLDER = "select exists (select from perf_starter.invalidation_state where version < %d)"
		.formatted(VERSION);

	private static final String RIGHTS = """
			select has_table_privilege('perf_starter.invalidation', 'select')
				and has_table_privilege('perf_starter.invalidation', 'insert')
				and has_table_privilege('perf_starter.invalidation', 'delete')
				and has_table_privilege('perf_starter.pending_change', 'select')
				and has_table_privilege('perf_starter.pending_change', 'insert')
				and has_table_privilege('perf_starter.pending_change', 'update')
				and has_table_privilege('perf_starter.pending_change', 'delete')
				and has_table_privilege('perf_starter.invalidation_state', 'select')
				and has_table_privilege('perf_starter.invalidation_state', 'update')
				and has_function_privilege('perf_starter.evict(text, text, text[], text)', 'execute')
				and has_function_privilege('pg_control_system()', 'execute')""";

	private PostgresLogSchema() {
	}

	/**
	 * Returns the statements that create the tables.
	 * @return the script
	 */
	public static String script() {
		try (InputStream script = PostgresLogSchema.class.getResourceAsStream("invalidation-log.sql")) {
			if (script == null) {
				throw new IllegalStateException("The resource '%s' is missing".formatted(SCRIPT));
			}
			return new String(script.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Returns why a database cannot contain the log.
	 * @param connection a connection to the database
	 * @return the reason, {@code null} if there is none
	 * @throws SQLException if the database cannot be asked
	 */
	public static @Nullable String unfit(Connection connection) throws SQLException {
		String product = connection.getMetaData().getDatabaseProductName();
		int version = connection.getMetaData().getDatabaseMajorVersion();
		if (!product.equals("PostgreSQL") || version < OLDEST_SERVER) {
			return "the database is %s %d, not PostgreSQL %d or later".formatted(product, version, OLDEST_SERVER);
		}
		return isTrue(connection, "select pg_is_in_recovery()")
				? "the server is a standby, and the log is in the database of the primary" : null;
	}

	/**
	 * Returns what is wrong with the tables.
	 * @param connection a connection to a database that can contain the log
	 * @return the fault, {@code null} if there is none
	 * @throws SQLException if the database cannot be asked
	 */
	public static @Nullable String fault(Connection connection) throws SQLException {
		if (!isTrue(connection, "select to_regnamespace('perf_starter') is not null")) {
			return "the schema 'perf_starter' does not exist";
		}
		if (!isTrue(connection, "select has_schema_privilege('perf_starter', 'usage')")) {
			return "the user '%s' has no USAGE right on the schema 'perf_starter'"
				.formatted(connection.getMetaData().getUserName());
		}
		if (!isTrue(connection, EXISTS)) {
			return "the tables do not exist in the schema 'perf_starter'";
		}
		if (!isTrue(connection, RIGHTS)) {
			return ("the user '%s' needs the rights SELECT, INSERT, UPDATE and DELETE on all tables of the schema "
					+ "'perf_starter', and EXECUTE on its functions and on pg_control_system()")
				.formatted(connection.getMetaData().getUserName());
		}
		boolean same = isTrue(connection,
				"select exists (select 1 from perf_starter.invalidation_state where version = " + VERSION + ")");
		return same ? null : "the tables belong to another version of the starter, not to version " + VERSION;
	}

	/**
	 * Creates the tables if they do not exist, or renews tables of an earlier version.
	 * One instance at a time does it.
	 * @param connection a connection without a transaction
	 * @param lockTimeout the maximum time to wait for another instance
	 * @throws SQLException if they cannot be created
	 */
	public static void create(Connection connection, Duration lockTimeout) throws SQLException {
		exclusively(connection, lockTimeout, () -> {
			if (!isTrue(connection, EXISTS) || isTrue(connection, OLDER)) {
				try (Statement statement = connection.createStatement()) {
					statement.execute(script());
				}
			}
		});
	}

	/**
	 * Changes the schema in a transaction. Waits while another instance changes it.
	 */
	static void exclusively(Connection connection, Duration lockTimeout, SchemaChange change) throws SQLException {
		connection.setAutoCommit(false);
		try (Statement statement = connection.createStatement()) {
			statement.execute("set local lock_timeout = %d".formatted(lockTimeout.toMillis()));
			statement.execute("select pg_advisory_xact_lock(%d)".formatted(LOCK));
			change.execute();
			connection.commit();
		}
		catch (SQLException ex) {
			connection.rollback();
			throw ex;
		}
		finally {
			connection.setAutoCommit(true);
		}
	}

	private static boolean isTrue(Connection connection, String question) throws SQLException {
		try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(question)) {
			return row.next() && row.getBoolean(1);
		}
	}

	/**
	 * A change of the schema.
	 */
	@FunctionalInterface
	interface SchemaChange {

		void execute() throws SQLException;

	}

}
