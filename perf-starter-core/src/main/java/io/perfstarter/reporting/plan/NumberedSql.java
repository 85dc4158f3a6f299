package io.perfstarter.reporting.plan;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A statement with the placeholders of PostgreSQL, {@code $1} instead of {@code ?}.
 *
 * @param text the statement
 * @param parameters the number of placeholders
 */
record NumberedSql(String text, int parameters) {

	private static final int LONGEST = 20_000;

	private static final Set<String> EXPLAINED = Set.of("select", "insert", "update", "delete", "with");

	/**
	 * Converts a statement of JDBC.
	 * @param sql the statement
	 * @return the converted statement, empty if it cannot be explained or if its
	 * placeholders cannot be identified reliably
	 */
	static Optional<NumberedSql> of(String sql) {
		String single = sql.strip();
		if (single.endsWith(";")) {
			single = single.substring(0, single.length() - 1);
		}
		// Semicolons are rejected even within quotes, so that no reading of the text
		// contains a second statement.
		if (single.indexOf(';') >= 0 || single.length() > LONGEST) {
			return Optional.empty();
		}
		return new Reader(single).read();
	}

	/**
	 * Reads a statement once from left to right.
	 */
	private static final class Reader {

		private final String sql;

		private final StringBuilder text = new StringBuilder();

		private int at;

		private int parameters;

		private String firstWord = "";

		private boolean certain = true;

		Reader(String sql) {
			this.sql = sql;
		}

		Optional<NumberedSql> read() {
			while (this.certain && this.at < this.sql.length()) {
				next();
			}
			boolean explained = EXPLAINED.contains(this.firstWord.toLowerCase(Locale.ROOT));
			return (this.certain && explained) ? Optional.of(new NumberedSql(this.text.toString(), this.parameters))
					: Optional.empty();
		}

		private void next() {
			char c = this.sql.charAt(this.at);
			if (isWordStart(c)) {
				word();
			}
			else if (Character.isWhitespace(c)) {
				copyTo(this.at + 1);
			}
			else if (this.sql.startsWith("--", this.at)) {
				int end = this.sql.indexOf('\n', this.at);
				copyTo((end >= 0) ? end : this.sql.length());
			}
			else if (this.sql.startsWith("/*", this.at)) {
				comment();
			}
			else if (this.firstWord.isEmpty()) {
				this.certain = false;
			}
			else if (Character.isDigit(c)) {
				copyTo(endOfWord(this.at));
			}
			else if (c == '\'') {
				quoted('\'', false);
			}
			else if (c == '"') {
				quoted('"', false);
			}
			else if (c == '$') {
				dollarQuoted();
			}
			else if (c == '?') {
				placeholder();
			}
			else {
				// PostgreSQL does not support escapes of JDBC.
				this.certain = c != '{' && c != '}';
				copyTo(this.at + 1);
			}
		}

		private static boolean isWordStart(char c) {
			return Character.isLetter(c) || c == '_';
		}

		private int endOfWord(int from) {
			int end = from;
			while (end < this.sql.length() && (Character.isLetterOrDigit(this.sql.charAt(end))
					|| this.sql.charAt(end) == '_' || this.sql.charAt(end) == '$')) {
				end++;
			}
			return end;
		}

		private void word() {
			int end = endOfWord(this.at);
			String word = this.sql.substring(this.at, end);
			if (this.firstWord.isEmpty()) {
				this.firstWord = word;
			}
			copyTo(end);
			if (word.equalsIgnoreCase("e") && end < this.sql.length() && this.sql.charAt(end) == '\'') {
				quoted('\'', true);
			}
		}

		private void quoted(char quote, boolean backslashes) {
			int end = this.at + 1;
			while (end < this.sql.length()
					&& (this.sql.charAt(end) != quote || this.sql.startsWith(twice(quote), end))) {
				boolean two = this.sql.charAt(end) == quote || (backslashes && this.sql.charAt(end) == '\\');
				end += two ? 2 : 1;
			}
			closed(end + 1);
		}

		private static String twice(char quote) {
			return String.valueOf(quote).repeat(2);
		}

		private void comment() {
			int depth = 1;
			int end = this.at + 2;
			while (depth > 0 && end < this.sql.length()) {
				if (this.sql.startsWith("/*", end)) {
					depth++;
					end += 2;
				}
				else if (this.sql.startsWith("*/", end)) {
					depth--;
					end += 2;
				}
				else {
					end++;
				}
			}
			closed((depth == 0) ? end : this.sql.length() + 1);
		}

		private void dollarQuoted() {
			int end = endOfWord(this.at + 1);
			// endOfWord() includes dollar signs, so the end of the tag is searched
			// separately.
			int tagEnd = this.sql.indexOf('$', this.at + 1);
			boolean tag = tagEnd > this.at && tagEnd <= end
					&& (tagEnd == this.at + 1 || isWordStart(this.sql.charAt(this.at + 1)));
			if (!tag) {
				this.certain = false;
				return;
			}
			String quote = this.sql.substring(this.at, tagEnd + 1);
			int close = this.sql.indexOf(quote, tagEnd + 1);
			closed((close >= 0) ? close + quote.length() : this.sql.length() + 1);
		}

		private void placeholder() {
			char before = (this.at > 0) ? this.sql.charAt(this.at - 1) : ' ';
			char after = (this.at + 1 < this.sql.length()) ? this.sql.charAt(this.at + 1) : ' ';
			// These are operators of jsonb: ?| ?& @? and the escaped ??.
			if ("?|&".indexOf(after) >= 0 || "@#".indexOf(before) >= 0) {
				this.certain = false;
				return;
			}
			this.parameters++;
			this.text.append('$').append(this.parameters);
			this.at++;
			if (Character.isLetterOrDigit(after)) {
				this.text.append(' ');
			}
		}

		private void closed(int end) {
			if (end > this.sql.length()) {
				this.certain = false;
			}
			else {
				copyTo(end);
			}
		}

		private void copyTo(int end) {
			this.text.append(this.sql, this.at, end);
			this.at = end;
		}

	}

}
