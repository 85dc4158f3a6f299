package io.perfstarter.reporting.plan;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A condition on columns of one table in a query plan.
 *
 * @param columns the columns, at least one
 * @param kind the kind of comparison
 */
record Condition(List<String> columns, Kind kind) {

	private static final Pattern CAST = Pattern.compile("::text$");

	/**
	 * Matches a {@code boolean} column, or a null check of any column.
	 */
	private static final Pattern STATE = Pattern.compile("^(?:NOT )?(.+?)(?: IS NULL)?$", Pattern.DOTALL);

	private static final Pattern COMPARISON = Pattern.compile("^(.+?) (=|<|>|<=|>=) (.+)$", Pattern.DOTALL);

	/**
	 * Reads the conditions on a table.
	 * @param sql conditions in SQL as {@code EXPLAIN (VERBOSE)} writes them
	 * @param alias the alias of the table in the conditions
	 * @param table the table
	 * @return the conditions that refer to the table
	 */
	static List<Condition> of(String sql, String alias, Table table) {
		List<Condition> conditions = new ArrayList<>();
		for (String part : conjuncts(sql)) {
			List<String> columns = columns(part, alias, table);
			if (!columns.isEmpty()) {
				conditions.add(of(part, columns, alias, table));
			}
		}
		return conditions;
	}

	private static Condition of(String part, List<String> columns, String alias, Table table) {
		Matcher state = STATE.matcher(part);
		if (columns.size() == 1 && state.matches() && isColumn(state.group(1), columns.get(0), alias, table)) {
			return new Condition(columns, Kind.EQUAL);
		}
		Matcher comparison = COMPARISON.matcher(part);
		if (columns.size() == 1 && split(part, " OR ").size() == 1 && comparison.matches()) {
			boolean left = isColumn(comparison.group(1), columns.get(0), alias, table);
			boolean right = isColumn(comparison.group(3), columns.get(0), alias, table);
			// The other side must not be another column of the same row.
			if (left != right && columns(left ? comparison.group(3) : comparison.group(1), alias, table).isEmpty()) {
				return new Condition(columns, "=".equals(comparison.group(2)) ? Kind.EQUAL : Kind.RANGE);
			}
		}
		return new Condition(columns, Kind.OTHER);
	}

	/**
	 * Returns whether an expression is a column without a conversion that prevents the
	 * use of its index. PostgreSQL compares {@code varchar} like {@code text}; any other
	 * cast needs an index on the expression.
	 */
	private static boolean isColumn(String expression, String column, String alias, Table table) {
		String bare = unwrap(expression);
		Matcher cast = CAST.matcher(bare);
		if (cast.find() && table.columns().getOrDefault(column, "").startsWith("character varying")) {
			bare = unwrap(bare.substring(0, cast.start()));
		}
		return bare.equals(alias + "." + column) || bare.equals(quoted(alias) + "." + column);
	}

	private static List<String> conjuncts(String sql) {
		List<String> parts = split(unwrap(sql), " AND ");
		return (parts.size() > 1) ? parts.stream().flatMap((part) -> conjuncts(part).stream()).toList() : parts;
	}

	/**
	 * Splits conditions at a keyword outside of parentheses and quotes.
	 */
	private static List<String> split(String sql, String word) {
		List<String> parts = new ArrayList<>();
		int from = 0;
		int depth = 0;
		for (int at = 0; at < sql.length(); at = next(sql, at)) {
			char c = sql.charAt(at);
			if (c == '(') {
				depth++;
			}
			else if (c == ')') {
				depth--;
			}
			else if (depth == 0 && sql.startsWith(word, at)) {
				parts.add(sql.substring(from, at));
				from = at + word.length();
			}
		}
		parts.add(sql.substring(from));
		return parts;
	}

	/**
	 * Removes parentheses around the whole expression.
	 */
	private static String unwrap(String sql) {
		String bare = sql.strip();
		while (bare.startsWith("(") && closing(bare) == bare.length() - 1) {
			bare = bare.substring(1, bare.length() - 1).strip();
		}
		return bare;
	}

	private static int closing(String sql) {
		int depth = 0;
		for (int at = 0; at < sql.length(); at = next(sql, at)) {
			char c = sql.charAt(at);
			depth += (c == '(') ? 1 : (c == ')') ? -1 : 0;
			if (depth == 0) {
				return at;
			}
		}
		return -1;
	}

	/**
	 * Returns the next index, which is behind the closing quote if a quoted text begins
	 * here.
	 */
	private static int next(String sql, int at) {
		char c = sql.charAt(at);
		if (c != '\'' && c != '"') {
			return at + 1;
		}
		int end = sql.indexOf(c, at + 1);
		return (end >= 0) ? end + 1 : sql.length();
	}

	private static List<String> columns(String sql, String alias, Table table) {
		String bare = withoutLiterals(sql);
		Set<String> columns = new LinkedHashSet<>();
		for (String column : table.columns().keySet()) {
			String name = "(?:" + Pattern.quote(alias) + "|" + Pattern.quote(quoted(alias)) + ")\\."
					+ Pattern.quote(column);
			if (Pattern.compile("(?<![\\w\".$])" + name + "(?![\\w\"$])").matcher(bare).find()) {
				columns.add(column);
			}
		}
		return List.copyOf(columns);
	}

	private static String withoutLiterals(String sql) {
		StringBuilder bare = new StringBuilder();
		for (int at = 0; at < sql.length();) {
			int end = next(sql, at);
			bare.append((sql.charAt(at) != '\'') ? sql.substring(at, end) : "?");
			at = end;
		}
		return bare.toString();
	}

	/**
	 * Returns the name in the quoted form of PostgreSQL.
	 */
	static String quoted(String name) {
		return '"' + name.replace("\"", "\"\"") + '"';
	}

	/**
	 * The kinds of comparison.
	 */
	enum Kind {

		/**
		 * Compares a column with one or more values.
		 */
		EQUAL,

		/**
		 * Compares a column with a bound.
		 */
		RANGE,

		/**
		 * Any comparison that an ordinary index does not support.
		 */
		OTHER

	}

}
