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
 * @param expression the compared expression with its column, such as
 * {@code lower(title)}; empty if it is the column itself or cannot be indexed. It
 * contains no literals.
 */
record Condition(List<String> columns, Kind kind, String expression) {

	private static final Pattern CAST = Pattern.compile("::text$");

	/**
	 * Matches a {@code boolean} column, or a null check of any column.
	 */
	private static final Pattern STATE = Pattern.compile("^(?:NOT )?(.+?)(?: IS NULL)?$", Pattern.DOTALL);

	private static final Pattern LIKE = Pattern.compile("^(.+?) ~~(\\*?) (.+)$", Pattern.DOTALL);

	/**
	 * Matches a pattern that begins with a text.
	 */
	private static final Pattern PREFIX = Pattern.compile("^'[^'%_].*", Pattern.DOTALL);

	private static final Pattern CALL = Pattern.compile("^([a-z_][a-z0-9_]*)(\\(.+\\))$", Pattern.DOTALL);

	private static final Pattern COMPARISON = Pattern.compile("^(.+?) (=|<|>|<=|>=) (.+)$", Pattern.DOTALL);

	/**
	 * Returns whether its column is the same in all rows that it keeps.
	 */
	boolean fixesColumn() {
		return this.kind == Kind.EQUAL || this.kind == Kind.NULL;
	}

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
			return new Condition(columns, part.endsWith(" IS NULL") ? Kind.NULL : Kind.EQUAL, "");
		}
		if (columns.size() == 1 && split(part, " OR ").size() == 1) {
			Matcher comparison = COMPARISON.matcher(part);
			if (comparison.matches()) {
				Kind kind = "=".equals(comparison.group(2)) ? Kind.EQUAL : Kind.RANGE;
				return of(comparison.group(1), comparison.group(3), kind, columns, alias, table);
			}
			Matcher like = LIKE.matcher(part);
			if (like.matches()) {
				boolean prefix = like.group(2).isEmpty() && PREFIX.matcher(like.group(3)).matches();
				return of(like.group(1), like.group(3), prefix ? Kind.PREFIX : Kind.PATTERN, columns, alias, table);
			}
		}
		return new Condition(columns, Kind.OTHER, "");
	}

	/**
	 * Reads a comparison. One side must be the column or a function of it, and the other
	 * side must not contain a column of the same row.
	 */
	private static Condition of(String left, String right, Kind kind, List<String> columns, String alias, Table table) {
		boolean isLeft = !columns(left, alias, table).isEmpty();
		String expression = expression(isLeft ? left : right, columns.get(0), alias, table);
		if (expression.isEmpty() || !columns(isLeft ? right : left, alias, table).isEmpty()) {
			return new Condition(columns, Kind.OTHER, "");
		}
		boolean bare = expression.equals(columns.get(0));
		return new Condition(columns, (kind == Kind.EQUAL && !bare) ? Kind.EXPRESSION : kind, bare ? "" : expression);
	}

	/**
	 * Returns the column, or calls of functions that have only the column as argument;
	 * empty for anything else.
	 */
	private static String expression(String sql, String column, String alias, Table table) {
		if (isColumn(sql, column, alias, table)) {
			return column;
		}
		Matcher call = CALL.matcher(unwrap(sql));
		String argument = call.matches() ? expression(call.group(2), column, alias, table) : "";
		return argument.isEmpty() ? "" : call.group(1) + "(" + argument + ")";
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
		 * Requires that a column has no value.
		 */
		NULL,

		/**
		 * Compares a column, or an expression of it, with a bound.
		 */
		RANGE,

		/**
		 * Compares an expression of a column with a value.
		 */
		EXPRESSION,

		/**
		 * Compares a column, or an expression of it, with a pattern that begins with a
		 * text.
		 */
		PREFIX,

		/**
		 * Compares a column, or an expression of it, with any other pattern.
		 */
		PATTERN,

		/**
		 * Any other comparison, which an index does not support.
		 */
		OTHER

	}

}
