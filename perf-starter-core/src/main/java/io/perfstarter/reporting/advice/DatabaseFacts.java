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
 * What a database allows its clients.
 *
 * @param product its name
 * @param maxConnections how many connections it accepts
 * @param reserved how many of them are not for applications
 * @param idleTimeout after which time it closes an idle connection, {@code null} if never
 */
public record DatabaseFacts(String product, int maxConnections, int reserved, @Nullable Duration idleTimeout) {

	private static final String POSTGRES = "select name, setting from pg_settings where name in ('max_connections', "
			+ "'superuser_reserved_connections', 'reserved_connections', 'idle_session_timeout')";

	private static final String MYSQL = "select @@max_connections, @@wait_timeout";

	/**
	 * Asks a database. Knows PostgreSQL, MySQL and MariaDB.
	 * @param connection a connection to it, outside of transactions
	 * @return what it allows, {@code null} if it does not say
	 */
	public static @Nullable DatabaseFacts read(Connection connection) {
		try {
			String product = connection.getMetaData().getDatabaseProductName();
			return switch (product) {
				case "PostgreSQL" -> postgres(product, connection);
				case "MySQL", "MariaDB" -> mysql(product, connection);
				default -> null;
			};
		}
		catch (SQLException | RuntimeException ex) {
			// Advice is then given without it.
			return null;
		}
	}

	private static DatabaseFacts postgres(String product, Connection connection) throws SQLException {
		Map<String, Integer> settings = new HashMap<>();
		try (Statement statement = connection.createStatement(); ResultSet rows = statement.executeQuery(POSTGRES)) {
			while (rows.next()) {
				settings.put(rows.getString(1), rows.getInt(2));
			}
		}
		int reserved = settings.getOrDefault("superuser_reserved_connections", 0)
				+ settings.getOrDefault("reserved_connections", 0);
		int idleMillis = settings.getOrDefault("idle_session_timeout", 0);
		return new DatabaseFacts(product, settings.getOrDefault("max_connections", 0), reserved,
				(idleMillis > 0) ? Duration.ofMillis(idleMillis) : null);
	}

	private static @Nullable DatabaseFacts mysql(String product, Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(MYSQL)) {
			// The one connection more that it keeps for its administrator is not counted.
			return row.next() ? new DatabaseFacts(product, row.getInt(1), 0, Duration.ofSeconds(row.getLong(2))) : null;
		}
	}

}
