package io.perfstarter.reporting.plan;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds the largest full scan for which MariaDB knows no index. Its result names tables
 * and columns, never values.
 */
final class MariaDbPlan {

	private static final int MANY_ROWS = 10_000;

	/**
	 * MariaDB writes each member of the plan on a line of its own, the name of a table
	 * before its other members.
	 */
	private static final Pattern MEMBER = Pattern.compile("^\\s*\"(\\w+)\": (.*?),?$");

	/**
	 * Its quantifiers are possessive, so that a long literal does not need a deep stack.
	 */
	private static final Pattern LITERAL = Pattern.compile("'(?:[^'\\\\]++|''|\\\\.)*+'");

	/**
	 * The full scans without an index, by the number of rows.
	 */
	private final NavigableMap<Long, String> scans = new TreeMap<>();

	private String table = "";

	private boolean full;

	private boolean indexed;

	private long rows;

	private String condition = "";

	private MariaDbPlan() {
	}

	/**
	 * Requests the plan of a statement. The values of its parameters are arbitrary,
	 * because they only matter where there is an index.
	 * @param connection a new connection, which the caller closes
	 * @param sql the statement, as it was passed to JDBC
	 * @return the largest scan, as one sentence without a period; empty if there is none
	 */
	static Optional<String> request(Connection connection, String sql) throws SQLException {
		try (Statement setting = connection.createStatement()) {
			setting.execute("set session max_statement_time = 2, session lock_wait_timeout = 1");
		}
		try (PreparedStatement explain = connection.prepareStatement("explain format=json " + sql)) {
			int parameters = explain.getParameterMetaData().getParameterCount();
			for (int i = 1; i <= parameters; i++) {
				explain.setString(i, "1");
			}
			try (ResultSet row = explain.executeQuery()) {
				return row.next() ? read(row.getString(1)) : Optional.empty();
			}
		}
	}

	static Optional<String> read(String json) {
		MariaDbPlan plan = new MariaDbPlan();
		json.lines().map(MEMBER::matcher).filter(Matcher::matches).forEach(plan::member);
		plan.endTable();
		return Optional.ofNullable(plan.scans.lastEntry()).map(Map.Entry::getValue);
	}

	private void member(Matcher member) {
		String value = member.group(2);
		switch (member.group(1)) {
			case "table_name":
				endTable();
				this.table = value.substring(1, value.length() - 1);
				break;
			case "access_type":
				this.full = value.equals("\"ALL\"");
				break;
			case "possible_keys":
				this.indexed = true;
				break;
			case "rows":
				this.rows = Long.parseLong(value);
				break;
			case "attached_condition":
				this.condition = LITERAL.matcher(value).replaceAll("?");
				break;
			default:
				// It says nothing about a scan.
		}
	}

	private void endTable() {
		String columns = columns();
		if (this.full && !this.indexed && this.rows > MANY_ROWS && !columns.isEmpty()) {
			this.scans.putIfAbsent(this.rows,
					String.format(Locale.ROOT,
							"full scan of %s (about %,d rows) by %s: no index of this table supports the condition",
							this.table, this.rows, columns));
		}
		this.full = false;
		this.indexed = false;
		this.rows = 0;
		this.condition = "";
	}

	private String columns() {
		return Pattern.compile("(?<![\\w$`])`?" + Pattern.quote(this.table) + "`?\\.(`[^`]+`|[\\w$]+)")
			.matcher(this.condition)
			.results()
			.map((column) -> column.group(1).replace("`", ""))
			.distinct()
			.collect(Collectors.joining(", "));
	}

}
