package io.perfstarter.routing.freshness;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Queries a single row.
 */
final class SingleRow {

	private SingleRow() {
	}

	// A prepared statement would use memory on the server and fail behind some connection
	// poolers.
	static <T> T of(Connection connection, String sql, Mapper<T> mapper) throws SQLException {
		try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(sql)) {
			row.next();
			return mapper.map(row);
		}
	}

	/**
	 * Maps the row.
	 */
	@FunctionalInterface
	interface Mapper<T> {

		T map(ResultSet row) throws SQLException;

	}

}
