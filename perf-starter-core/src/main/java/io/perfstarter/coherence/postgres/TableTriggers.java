package io.perfstarter.coherence.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Checks and creates the triggers by which each statement that changes a table writes to
 * a {@link PostgresLog}.
 */
public final class TableTriggers {

	private static final String WATCHED = "select coalesce(perf_starter.is_watched(to_regclass(?), ?, ?, ?), false)";

	private static final String WATCH = "select perf_starter.watch(cast(? as regclass), ?, ?, ?)";

	private TableTriggers() {
	}

	/**
	 * Returns the tables that do not have the triggers.
	 * @param connection a connection to the database of the log
	 * @param tables the tables that must have them
	 * @return the tables that do not exist, have no triggers, or have other triggers
	 * @throws SQLException if the database cannot be asked
	 */
	public static List<WatchedTable> missing(Connection connection, Collection<WatchedTable> tables)
			throws SQLException {
		List<WatchedTable> missing = new ArrayList<>();
		for (WatchedTable table : tables) {
			if (!isWatched(connection, table)) {
				missing.add(table);
			}
		}
		return List.copyOf(missing);
	}

	private static boolean isWatched(Connection connection, WatchedTable table) throws SQLException {
		try (PreparedStatement statement = prepare(connection, WATCHED, table);
				ResultSet row = statement.executeQuery()) {
			return row.next() && row.getBoolean(1);
		}
	}

	/**
	 * Creates the triggers of the tables that do not have them. One instance at a time
	 * does it.
	 * @param connection a connection without a transaction
	 * @param tables the tables that must have them
	 * @param lockTimeout the maximum time to wait for another instance, and for each
	 * table
	 * @throws SQLException if they cannot be created
	 */
	public static void create(Connection connection, Collection<WatchedTable> tables, Duration lockTimeout)
			throws SQLException {
		for (WatchedTable table : missing(connection, tables)) {
			PostgresLogSchema.exclusively(connection, lockTimeout, () -> watch(connection, table));
		}
	}

	private static void watch(Connection connection, WatchedTable table) throws SQLException {
		if (!isWatched(connection, table)) {
			try (PreparedStatement statement = prepare(connection, WATCH, table)) {
				statement.execute();
			}
		}
	}

	private static PreparedStatement prepare(Connection connection, String sql, WatchedTable table)
			throws SQLException {
		PreparedStatement statement = connection.prepareStatement(sql);
		int parameter = 0;
		for (String argument : table.arguments()) {
			statement.setString(++parameter, argument);
		}
		return statement;
	}

}
