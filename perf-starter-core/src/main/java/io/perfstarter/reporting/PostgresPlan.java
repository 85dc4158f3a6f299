package io.perfstarter.reporting;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.perfstarter.reporting.window.Figures;

/**
 * Reads the text of {@code EXPLAIN} of PostgreSQL: removes the literals, and finds a
 * column that is converted.
 */
final class PostgresPlan {

	private static final int LINES = 100;

	private static final int LENGTH = 1000;

	/**
	 * Matches the line of a node; its other lines contain expressions.
	 */
	private static final Pattern NODE = Pattern.compile(".+  \\(cost=[\\d.]+ rows=\\d+ width=\\d+\\)");

	// Matches a string, and a quoted name, which may contain an apostrophe. Its
	// quantifiers are possessive, so that a long string does not need a deep stack.
	private static final Pattern QUOTED = Pattern.compile("\"[^\"]*+\"|'(?:[^']++|'')*+(?:'|\\z)");

	// Matches a number that is not part of a name or of a parameter.
	private static final Pattern NUMBER = Pattern.compile("(?<![\\p{L}_\\d$]|SubPlan |InitPlan )\\d[\\w.]*+");

	/**
	 * Matches the scan of a table that compares a converted column with a parameter.
	 */
	private static final Pattern CONVERTED = Pattern
		.compile("Seq Scan on .*\\R *Filter: .*?\\(\"?([^\"()]+)\"?\\)::numeric [=<>]+ \\$(\\d+)");

	private PostgresPlan() {
	}

	/**
	 * Describes the column that a plan converts, so that no index on it is used.
	 * @param text the lines that {@code EXPLAIN} returns for parameters of the type
	 * numeric
	 * @param types the types to which the database would compare them
	 * @return a sentence, empty if no column is converted
	 */
	static String conversion(String text, String... types) {
		Matcher converted = CONVERTED.matcher(text);
		return converted.find()
				? ("A parameter that is set as numeric, such as a BigDecimal, would convert the column %s (%s), "
						+ "and no index on it would be used.")
					.formatted(converted.group(1), types[Integer.parseInt(converted.group(2)) - 1])
				: "";
	}

	/**
	 * Removes the literals of a plan, and cuts a long one.
	 * @param text the lines that {@code EXPLAIN} returns
	 * @return the lines, with question marks for literals
	 */
	static List<String> withoutLiterals(String text) {
		// A string may contain line breaks.
		List<String> lines = QUOTED.matcher(text)
			.replaceAll((quoted) -> quoted.group().startsWith("'") ? "?" : Matcher.quoteReplacement(quoted.group()))
			.lines()
			.map((line) -> NODE.matcher(line).matches() ? line : NUMBER.matcher(line).replaceAll("?"))
			.map((line) -> Figures.shortened(line, LENGTH))
			.toList();
		return (lines.size() > LINES) ? Stream.concat(lines.stream().limit(LINES), Stream.of("…")).toList() : lines;
	}

}
