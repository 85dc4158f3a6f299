package io.perfstarter.reporting;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import org.jspecify.annotations.Nullable;

/**
 * The limits of a database for its clients.
 *
 * @param maxConnections the maximum number of connections
 * @param reserved the number of these connections that are not available to applications
 */
record DatabaseFacts(int maxConnections, int reserved) {

	private static final String POSTGRES = """
			select sum(setting::int) filter (where name = 'max_connections'),
				sum(setting::int) filter (where name <> 'max_connections')
			from pg_settings
			where name in ('max_connections', 'superuser_reserved_connections', 'reserved_connections')""";

	// MySQL accepts one more connection from its administrator, which is not counted.
	private static final String MYSQL = "select @@max_connections, 0";

	/**
	 * Queries the limits of a PostgreSQL, MySQL or MariaDB database.
	 * @param connection a connection to the database, outside of transactions
	 * @return the limits, {@code null} if the database does not provide them
	 */
	static @Nullable DatabaseFacts read(Connection connection) {
		try {
			return switch (connection.getMetaData().getDatabaseProductName()) {
				case "PostgreSQL" -> read(connection, POSTGRES);
				case "MySQL", "MariaDB" -> read(connection, MYSQL);
				default -> null;
			};
		}
		catch (SQLException | RuntimeException ex) {
			// Advice is computed without the limits of the database in this case.
			return null;
		}
	}

	private static DatabaseFacts read(Connection connection, String query) throws SQLException {
		try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(query)) {
			row.next();
			return new DatabaseFacts(row.getInt(1), row.getInt(2));
		}
	}

}
