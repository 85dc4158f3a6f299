package io.perfstarter.reporting.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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

	/**
	 * Its quantifiers are possessive, so that a long literal does not need a deep stack.
	 */
	private static final Pattern LITERAL = Pattern.compile("'(?:[^']++|'')*+'");

	/**
	 * Replaces a literal that begins with a text, not with a wildcard.
	 */
	private static final String PREFIX = "'a'";

	/**
	 * Matches what replaces a column of the table.
	 */
	private static final Pattern MARK = Pattern.compile("#\\d+");

	/**
	 * Matches a {@code boolean} column, or a null check of any column.
	 */
	private static final Pattern STATE = Pattern.compile("(?:NOT )?\\(*#\\d+\\)*(?: IS NULL)?");

	private static final Pattern COMPARISON = Pattern.compile("(.+?) (=|<|>|<=|>=|~~\\*?) (.+)", Pattern.DOTALL);

	private static final Pattern CALL = Pattern.compile("([a-z_][a-z0-9_]*)(\\(.+\\))", Pattern.DOTALL);

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
		List<String> names = List.copyOf(table.columns().keySet());
		List<Condition> conditions = new ArrayList<>();
		for (String part : conjuncts(marked(sql, alias, table, names))) {
			List<String> marks = MARK.matcher(part).results().map(MatchResult::group).distinct().toList();
			if (!marks.isEmpty()) {
				conditions.add(of(part, marks, names));
			}
		}
		return conditions;
	}

	/**
	 * Replaces the columns of the table by their numbers, and all other quoted texts, so
	 * that what remains can be read without regard to quotes. PostgreSQL compares
	 * {@code varchar} like {@code text}; any other cast needs an index on the expression.
	 */
	private static String marked(String sql, String alias, Table table, List<String> names) {
		String bare = LITERAL.matcher(sql)
			.replaceAll((literal) -> ("'%_".indexOf(literal.group().charAt(1)) < 0) ? PREFIX : "''");
		String quoted = '"' + alias.replace("\"", "\"\"") + '"';
		Pattern own = Pattern.compile("(?<![\\w\".$])(?:%s|%s)\\.(%s)(?![\\w\"$])".formatted(Pattern.quote(alias),
				Pattern.quote(quoted), names.stream().map(Pattern::quote).collect(Collectors.joining("|"))));
		String marked = own.matcher(bare).replaceAll((column) -> "#" + names.indexOf(column.group(1)));
		for (int i = 0; i < names.size(); i++) {
			if (table.columns().getOrDefault(names.get(i), "").startsWith("character varying")) {
				marked = marked.replace("(#" + i + ")::text", "#" + i);
			}
		}
		return marked.replaceAll("\"[^\"]*+\"", "x");
	}

	private static Condition of(String part, List<String> marks, List<String> names) {
		List<String> columns = marks.stream().map((mark) -> names.get(Integer.parseInt(mark.substring(1)))).toList();
		if (STATE.matcher(part).matches()) {
			return new Condition(columns, part.endsWith(" IS NULL") ? Kind.NULL : Kind.EQUAL, "");
		}
		Matcher comparison = COMPARISON.matcher(part);
		if (columns.size() == 1 && split(part, " OR ").size() == 1 && comparison.matches()) {
			return of(comparison.group(1), comparison.group(2), comparison.group(3), marks.get(0), columns);
		}
		return new Condition(columns, Kind.OTHER, "");
	}

	/**
	 * Reads a comparison. One side must be the column or a function of it, and the other
	 * side must not contain a column of the same row.
	 */
	private static Condition of(String left, String operator, String right, String mark, List<String> columns) {
		String expression = expression(left.contains(mark) ? left : right, mark);
		if (expression.isEmpty() || (left.contains(mark) && right.contains(mark))) {
			return new Condition(columns, Kind.OTHER, "");
		}
		boolean bare = expression.equals(mark);
		Kind kind = switch (operator) {
			case "=" -> bare ? Kind.EQUAL : Kind.EXPRESSION;
			case "~~" -> right.startsWith(PREFIX) ? Kind.PREFIX : Kind.PATTERN;
			case "~~*" -> Kind.PATTERN;
			default -> Kind.RANGE;
		};
		return new Condition(columns, kind, bare ? "" : expression.replace(mark, columns.get(0)));
	}

	/**
	 * Returns the column, or calls of functions that have only the column as argument;
	 * empty for anything else.
	 */
	private static String expression(String sql, String mark) {
		String bare = unwrap(sql);
		if (bare.equals(mark)) {
			return mark;
		}
		Matcher call = CALL.matcher(bare);
		String argument = call.matches() ? expression(call.group(2), mark) : "";
		return argument.isEmpty() ? "" : call.group(1) + "(" + argument + ")";
	}

	private static List<String> conjuncts(String sql) {
		List<String> parts = split(unwrap(sql), " AND ");
		return (parts.size() > 1) ? parts.stream().flatMap((part) -> conjuncts(part).stream()).toList() : parts;
	}

	/**
	 * Splits conditions at a keyword outside of parentheses.
	 */
	private static List<String> split(String sql, String word) {
		List<String> parts = new ArrayList<>();
		int from = 0;
		int depth = 0;
		for (int at = 0; at < sql.length(); at++) {
			depth += depthChange(sql.charAt(at));
			if (depth == 0 && sql.startsWith(word, at)) {
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
		for (int at = 0; at < sql.length(); at++) {
			depth += depthChange(sql.charAt(at));
			if (depth == 0) {
				return at;
			}
		}
		return -1;
	}

	private static int depthChange(char c) {
		return (c == '(') ? 1 : (c == ')') ? -1 : 0;
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
