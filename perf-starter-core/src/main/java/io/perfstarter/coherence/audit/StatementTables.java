package io.perfstarter.coherence.audit;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The tables that an SQL statement names, without schema and in lower case. Names that
 * are no tables, such as those of common table expressions, may be among those that are
 * read.
 *
 * @param read the tables in {@code FROM} and {@code JOIN}
 * @param written the table that the statement changes, {@code null} if it only reads
 */
record StatementTables(Set<String> read, @Nullable String written) {

	private static final String NAME = "([\\w$.\"`\\[\\]]+)";

	private static final Pattern NO_CODE = Pattern.compile("'(?:[^']++|'')*+'|--[^\n]*|/\\*.*?\\*/", Pattern.DOTALL);

	private static final Pattern WRITTEN = Pattern
		.compile("^\\s*(?:insert\\s+into|update|delete\\s+from|merge\\s+into|truncate(?:\\s+table)?)\\s+(?:only\\s+)?"
				+ NAME, Pattern.CASE_INSENSITIVE);

	private static final Pattern READ = Pattern.compile("\\b(?:from|join)\\s+(?:only\\s+)?" + NAME,
			Pattern.CASE_INSENSITIVE);

	private static final Pattern NEXT = Pattern.compile("\\G(?:\\s+(?:as\\s+)?\\w+)?\\s*,\\s*" + NAME,
			Pattern.CASE_INSENSITIVE);

	static StatementTables of(String sql) {
		String code = NO_CODE.matcher(sql).replaceAll(" ");
		Matcher written = WRITTEN.matcher(code);
		Set<String> read = new LinkedHashSet<>();
		Matcher from = READ.matcher(code);
		while (from.find()) {
			read.add(plain(from.group(1)));
			Matcher next = NEXT.matcher(code).region(from.end(), code.length());
			while (next.find()) {
				read.add(plain(next.group(1)));
			}
		}
		return new StatementTables(Set.copyOf(read), written.find() ? plain(written.group(1)) : null);
	}

	/**
	 * Returns the name of a table without quotes and schema, in lower case.
	 */
	static String plain(String name) {
		String unquoted = name.replaceAll("[\"`\\[\\]]", "");
		return unquoted.substring(unquoted.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
	}

}
