package io.perfstarter.routing.connection;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import org.springframework.jdbc.core.ResultSetExtractor;

/**
 * Queries a single row.
 */
final class SingleRow {

	private SingleRow() {
	}

	// A prepared statement would use memory on the server and fail behind some connection
	// poolers.
	static <T> T of(Connection connection, String sql, ResultSetExtractor<T> extractor) throws SQLException {
		try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(sql)) {
			row.next();
			return extractor.extractData(row);
		}
	}

}
