package io.perfstarter.reporting.plan;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/**
 * Requests plans from MariaDB as a table, which names tables, indexes and columns, never
 * values or costs.
 */
final class MariaDbPlan {

	private MariaDbPlan() {
	}

	/**
	 * Requests the plan of a statement. The values of its parameters are arbitrary.
	 * @param connection a new connection, which the caller closes
	 * @param sql the statement, as it was passed to JDBC
	 * @return the plan, with one line for each table
	 */
	static QueryPlan request(Connection connection, String sql) throws SQLException {
		try (Statement setting = connection.createStatement()) {
			setting.execute("set session max_statement_time = 2, session lock_wait_timeout = 1");
		}
		try (PreparedStatement explain = connection.prepareStatement("explain " + sql)) {
			int parameters = explain.getParameterMetaData().getParameterCount();
			for (int i = 1; i <= parameters; i++) {
				explain.setString(i, "1");
			}
			try (ResultSet rows = explain.executeQuery()) {
				List<String> lines = new ArrayList<>();
				while (rows.next()) {
					lines.add(line(rows));
				}
				return new QueryPlan("", lines);
			}
		}
	}

	private static String line(ResultSet row) throws SQLException {
		ResultSetMetaData columns = row.getMetaData();
		StringJoiner line = new StringJoiner(" ");
		for (int i = 1; i <= columns.getColumnCount(); i++) {
			line.add(columns.getColumnLabel(i) + "=" + row.getString(i));
		}
		return line.toString();
	}

}
