package io.perfstarter.routing.connection;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Predicate;

import org.springframework.jdbc.core.ResultSetExtractor;

/**
 * Queries a single row.
 */
final class SingleRow {

	private SingleRow() {
	}

	/**
	 * Queries a sample that a server may refuse to return.
	 * @param refusals returns whether a failure is a refusal
	 */
	static Sample sample(Connection connection, String sql, ResultSetExtractor<Sample> extractor,
			Predicate<SQLException> refusals) throws SQLException {
		try {
			return of(connection, sql, extractor);
		}
		catch (SQLException ex) {
			throw refusals.test(ex) ? new PositionRefusedException(ex) : ex;
		}
	}

	// Not prepared: a prepared statement uses memory on the server and fails behind some
	// connection poolers.
	static <T> T of(Connection connection, String sql, ResultSetExtractor<T> extractor) throws SQLException {
		try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(sql)) {
			row.next();
			return extractor.extractData(row);
		}
	}

}
