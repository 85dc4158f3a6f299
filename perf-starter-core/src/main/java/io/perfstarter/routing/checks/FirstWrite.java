package io.perfstarter.routing.checks;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Describes a statement for messages by its verb and table, without any value.
 */
final class FirstWrite {

	private static final String NAME = "(?:[\\p{L}_][\\p{L}\\p{N}_$]*+|\"[^\"]++\"|`[^`]++`|\\[[^]]++])";

	/**
	 * Matches comments and literals, which are skipped, and in the last group keywords
	 * and names.
	 */
	private static final Pattern TOKEN = Pattern
		.compile("--[^\n]*+|/\\*.*?(?:\\*/|\\z)|'[^']*+(?:''[^']*+)*+(?:'|\\z)|\\$(\\w*)\\$.*?(?:\\$\\1\\$|\\z)" + "|("
				+ NAME + "(?:\\." + NAME + ")*+)", Pattern.DOTALL);

	private static final int NAME_GROUP = 2;

	private static final Set<String> WRITES = Set.of("INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE");

	private static final Set<String> VERBS = Set.of("SELECT", "CALL", "TRUNCATE", "CREATE", "ALTER", "DROP", "LOCK",
			"COPY", "REFRESH");

	/**
	 * Keywords that may stand between the verb and the table.
	 */
	private static final Set<String> FILLERS = Set.of("INTO", "FROM", "ONLY", "TABLE", "IGNORE", "LOW_PRIORITY",
			"HIGH_PRIORITY", "DELAYED", "QUICK", "IF", "NOT", "EXISTS", "TEMPORARY", "TEMP", "UNLOGGED");

	private static final Set<String> LOCKS = Set.of("UPDATE", "SHARE", "NO", "KEY");

	private static final String UNKNOWN = "a statement";

	private static final int LENGTH = 4_000;

	private static final int NAME_LENGTH = 100;

	private FirstWrite() {
	}

	static String of(String sql) {
		Matcher tokens = TOKEN.matcher((sql.length() <= LENGTH) ? sql : sql.substring(0, LENGTH));
		String verb = next(tokens);
		// Whether a backslash escapes a quote depends on the database, so after a
		// backslash a
		// value could be mistaken for a name.
		boolean certain = sql.indexOf('\\') < 0;
		if ("WITH".equals(verb) && certain) {
			verb = verbAfterWith(tokens);
		}
		if (verb == null) {
			return UNKNOWN;
		}
		if (WRITES.contains(verb)) {
			return withName(verb, name(tokens));
		}
		if (verb.equals("SELECT")) {
			return (certain) ? select(tokens) : verb;
		}
		return (VERBS.contains(verb)) ? withName(verb, name(tokens)) : UNKNOWN;
	}

	private static @Nullable String verbAfterWith(Matcher tokens) {
		String previous = null;
		for (String word = next(tokens); word != null; word = next(tokens)) {
			if (WRITES.contains(word) && !"FOR".equals(previous) && !"KEY".equals(previous)) {
				return word;
			}
			previous = word;
		}
		return null;
	}

	/**
	 * Describes a query, which can write by locking rows or by calling a function.
	 */
	private static String select(Matcher tokens) {
		String table = null;
		String previous = null;
		for (String word = next(tokens); word != null; word = next(tokens)) {
			if (table == null && "FROM".equals(previous) && !"SELECT".equals(word)) {
				table = tokens.group(NAME_GROUP);
			}
			if ("FOR".equals(previous) && LOCKS.contains(word)) {
				return withName("SELECT", table) + " FOR " + word;
			}
			previous = word;
		}
		return withName("SELECT", table);
	}

	private static @Nullable String name(Matcher tokens) {
		String word = next(tokens);
		while (word != null && FILLERS.contains(word)) {
			word = next(tokens);
		}
		return (word != null) ? tokens.group(NAME_GROUP) : null;
	}

	private static String withName(String verb, @Nullable String name) {
		if (name == null) {
			return verb;
		}
		return verb + " " + ((name.length() <= NAME_LENGTH) ? name : name.substring(0, NAME_LENGTH));
	}

	/**
	 * Returns the next keyword or name in upper case.
	 */
	private static @Nullable String next(Matcher tokens) {
		while (tokens.find()) {
			String word = tokens.group(NAME_GROUP);
			if (word != null) {
				return word.toUpperCase(Locale.ROOT);
			}
		}
		return null;
	}

}
