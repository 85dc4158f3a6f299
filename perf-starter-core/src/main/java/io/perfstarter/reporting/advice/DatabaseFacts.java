package io.perfstarter.reporting.advice;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The limits of a database for its clients.
 *
 * @param maxConnections the maximum number of connections
 * @param reserved the number of these connections that are not available to applications
 * @param idleTimeout the time after which the server closes an idle connection,
 * {@code null} for never
 */
public record DatabaseFacts(int maxConnections, int reserved, @Nullable Duration idleTimeout) {

	private static final String POSTGRES = "select name, setting from pg_settings where name in ('max_connections', "
			+ "'superuser_reserved_connections', 'reserved_connections', 'idle_session_timeout')";

	private static final String MYSQL = "select @@max_connections, @@wait_timeout";

	/**
	 * Queries the limits of a PostgreSQL, MySQL or MariaDB database.
	 * @param connection a connection to the database, outside of transactions
	 * @return the limits, {@code null} if the database does not provide them
	 */
	public static @Nullable DatabaseFacts read(Connection connection) {
		try {
			return switch (connection.getMetaData().getDatabaseProductName()) {
				case "PostgreSQL" -> postgres(connection);
				case "MySQL", "MariaDB" -> mysql(connection);
				default -> null;
			};
		}
		catch (SQLException | RuntimeException ex) {
			// Advice is computed without the limits of the database in this case.
			return null;
		}
	}

	private static DatabaseFacts postgres(Connection connection) throws SQLException {
		Map<String, Integer> settings = new HashMap<>();
		try (Statement statement = connection.createStatement(); ResultSet rows = statement.executeQuery(POSTGRES)) {
			while (rows.next()) {
				settings.put(rows.getString(1), rows.getInt(2));
			}
		}
		int reserved = settings.getOrDefault("superuser_reserved_connections", 0)
				+ settings.getOrDefault("reserved_connections", 0);
		int idleMillis = settings.getOrDefault("idle_session_timeout", 0);
		return new DatabaseFacts(settings.getOrDefault("max_connections", 0), reserved,
				(idleMillis > 0) ? Duration.ofMillis(idleMillis) : null);
	}

	private static @Nullable DatabaseFacts mysql(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(MYSQL)) {
			// MySQL reserves an additional connection for its administrator; it is not
			// counted.
			return row.next() ? new DatabaseFacts(row.getInt(1), 0, Duration.ofSeconds(row.getLong(2))) : null;
		}
	}

}
