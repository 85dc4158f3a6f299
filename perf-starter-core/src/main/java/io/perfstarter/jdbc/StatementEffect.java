package io.perfstarter.jdbc;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The possible effect of an SQL statement, determined from its text. An unrecognized
 * statement may have any effect.
 */
public enum StatementEffect {

	/**
	 * A {@code SELECT} without {@code INTO} that calls only functions known to have no
	 * effect: it changes no data.
	 */
	NONE,

	/**
	 * A single statement that changes data atomically and leaves its transaction open.
	 */
	CHANGE,

	/**
	 * A rollback as text, complete or to a savepoint.
	 */
	ROLLBACK,

	/**
	 * A statement that may change data, fail afterwards, and end its transaction:
	 * procedure calls, several statements in one, DDL, {@code COMMIT}.
	 */
	ANYTHING;

	/**
	 * The maximum length of an analyzed text.
	 */
	private static final int LONGEST = 10_000;

	/**
	 * Comments, literals and, as a group, quoted names, which are literals for MySQL.
	 */
	private static final Pattern NO_WORD = Pattern
		.compile("--[^\n]*|/\\*.*?\\*/|'(?:[^']++|'')*+'|(\"[^\"]*+\"|`[^`]*+`)", Pattern.DOTALL);

	/**
	 * Escapes, quotes and comments that only some databases support.
	 */
	private static final Pattern UNCLEAR = Pattern.compile("[\\\\$#]|--(?=\\S)|/\\*[!M]");

	private static final Pattern END = Pattern.compile("[\\s;]+$");

	private static final Pattern FIRST_WORD = Pattern.compile("[\\s(]*(\\w+)");

	private static final Set<String> CHANGES = Set.of("insert", "update", "delete", "merge", "replace", "upsert",
			"select", "with", "values", "table", "set", "show", "lock", "savepoint", "release", "explain");

	private static final Pattern INTO = Pattern.compile("\\binto\\b");

	private static final Pattern BEFORE_PARENTHESIS = Pattern.compile("([\\w.$]+)\\s*\\(");

	/**
	 * Keywords that may precede a parenthesis, and functions of standard SQL.
	 */
	private static final Set<String> HARMLESS = Set.of("select", "distinct", "all", "any", "some", "exists", "in",
			"not", "and", "or", "on", "where", "having", "from", "join", "lateral", "union", "intersect", "except",
			"as", "by", "over", "filter", "group", "within", "case", "when", "then", "else", "between", "like", "is",
			"values", "using", "limit", "offset", "array", "row", "interval", "varchar", "char", "numeric", "decimal",
			"timestamp", "time", "count", "sum", "min", "max", "avg", "coalesce", "nullif", "cast", "extract", "lower",
			"upper", "length", "char_length", "trim", "ltrim", "rtrim", "substring", "replace", "concat", "position",
			"abs", "round", "floor", "ceil", "ceiling", "mod", "power", "sqrt", "greatest", "least", "row_number",
			"rank", "dense_rank", "lag", "lead", "first_value", "last_value", "string_agg", "array_agg", "unnest",
			"date_trunc", "date_part", "to_char", "to_date", "to_timestamp", "now");

	static StatementEffect of(String sql) {
		if (sql.length() > LONGEST) {
			return ANYTHING;
		}
		String words = withoutLiterals(sql).toLowerCase(Locale.ROOT);
		Matcher first = FIRST_WORD.matcher(words);
		boolean clear = !UNCLEAR.matcher(sql).find();
		// Without a semicolon it does not matter where a literal ends.
		String text = clear ? words : sql;
		boolean single = END.matcher(text).replaceFirst("").indexOf(';') < 0;
		if (!single || !first.lookingAt()) {
			return ANYTHING;
		}
		if (first.group(1).equals("rollback")) {
			return ROLLBACK;
		}
		if (!CHANGES.contains(first.group(1))) {
			return ANYTHING;
		}
		return (clear && first.group(1).equals("select") && onlyReads(words)) ? NONE : CHANGE;
	}

	static String withoutLiterals(String sql) {
		return NO_WORD.matcher(sql).replaceAll((found) -> (found.group(1) != null) ? " quoted_name " : " ");
	}

	private static boolean onlyReads(String words) {
		Matcher calls = BEFORE_PARENTHESIS.matcher(words);
		while (calls.find()) {
			if (!HARMLESS.contains(calls.group(1))) {
				return false;
			}
		}
		return !INTO.matcher(words).find();
	}

}
