package io.perfstarter.reporting.request;

import java.util.Locale;

/**
 * Removes literals and comments from a statement.
 *
 * <p>
 * SQL dialects interpret quotes, backslashes and comments differently. Where the
 * interpretation is ambiguous, the resulting text ends, because the rest may contain a
 * value. Text between double quotes counts as a value, as in MySQL, unless it must be a
 * name.
 */
final class SqlScanner {

	private static final int LONGEST = 200;

	private static final int READ = 10_000;

	private static final String END = "…";

	private static final char PLACEHOLDER = '?';

	private final String sql;

	private final int length;

	private final StringBuilder text = new StringBuilder(LONGEST);

	private int position;

	private boolean ended;

	private String word = "";

	private boolean inList;

	private SqlScanner(String sql) {
		this.sql = sql;
		this.length = Math.min(sql.length(), READ);
	}

	static String withoutLiterals(String sql) {
		return new SqlScanner(sql).scan();
	}

	private String scan() {
		while (!this.ended && this.position < this.length && this.text.length() <= LONGEST) {
			step(at(this.position));
		}
		if (this.ended || this.position < this.sql.length() || this.text.length() > LONGEST) {
			this.text.setLength(Math.min(this.text.length(), LONGEST - END.length()));
			return this.text.toString().stripTrailing() + END;
		}
		return this.text.toString().stripTrailing();
	}

	private void step(char next) {
		if (Character.isWhitespace(next)) {
			space();
			this.position++;
		}
		else if (next == '\'') {
			literal(next);
		}
		else if (next == '"' || next == '`') {
			quoted(next);
		}
		else if (next == '-' && at(this.position + 1) == '-') {
			lineComment();
		}
		else if (next == '/' && at(this.position + 1) == '*') {
			blockComment();
		}
		else if (next == '#') {
			hash();
		}
		else if (next == '$') {
			dollar();
		}
		else if (next == '[') {
			bracket();
		}
		else if (Character.isDigit(next)) {
			number();
		}
		else if (Character.isJavaIdentifierStart(next) || Character.isSurrogate(next)) {
			word();
		}
		else {
			symbol(next);
		}
	}

	/**
	 * Returns the character at an index, or a null character behind the end.
	 */
	private char at(int index) {
		return (index < this.length) ? this.sql.charAt(index) : '\0';
	}

	private void space() {
		if (!this.text.isEmpty() && this.text.charAt(this.text.length() - 1) != ' ') {
			this.text.append(' ');
		}
	}

	private void symbol(char symbol) {
		if (symbol == PLACEHOLDER) {
			placeholder();
		}
		else {
			this.inList = (symbol == '(') ? "in".equals(this.word) : this.inList && symbol != ')';
			this.text.append(symbol);
		}
		this.word = "";
		this.position++;
	}

	/**
	 * Replaces a value by a placeholder. A list of values becomes one placeholder.
	 */
	private void placeholder() {
		if (this.inList) {
			int comma = lastBut(' ', this.text.length() - 1);
			int value = (comma > 0 && this.text.charAt(comma) == ',') ? lastBut(' ', comma - 1) : 0;
			if (this.text.charAt(value) == PLACEHOLDER) {
				this.text.setLength(value + 1);
				return;
			}
		}
		this.text.append(PLACEHOLDER);
	}

	private int lastBut(char skipped, int from) {
		int index = from;
		while (index > 0 && this.text.charAt(index) == skipped) {
			index--;
		}
		return index;
	}

	private void value(int end) {
		placeholder();
		this.word = "";
		this.position = end;
	}

	/**
	 * Ends the resulting text, because the rest may contain a value.
	 */
	private void end() {
		this.ended = true;
	}

	private void literal(char quote) {
		boolean beside = this.position > 0 && Character.isLetter(at(this.position - 1));
		if (beside && ("q".equals(this.word) || "nq".equals(this.word))) {
			oracleLiteral();
			return;
		}
		int end = closing(quote);
		if (end < 0) {
			placeholder();
			end();
			return;
		}
		value(end);
	}

	/**
	 * Returns the index behind the closing quote; negative if it is ambiguous.
	 */
	private int closing(char quote) {
		int index = this.position + 1;
		while (index < this.length) {
			char next = at(index);
			if (next == '\\') {
				if (at(index + 1) == quote) {
					return -1;
				}
				index += 2;
			}
			else if (next != quote) {
				index++;
			}
			else if (at(index + 1) == quote) {
				index += 2;
			}
			else {
				return index + 1;
			}
		}
		return -1;
	}

	/**
	 * Skips a literal of Oracle, such as {@code q'[it's]'}.
	 */
	private void oracleLiteral() {
		char open = at(this.position + 1);
		int pair = "[{(<".indexOf(open);
		char close = (pair >= 0) ? "]})>".charAt(pair) : open;
		int end = this.sql.indexOf(close + "'", this.position + 2);
		if (end < 0) {
			end();
			return;
		}
		value(end + 2);
	}

	private void quoted(char quote) {
		int end = closing(quote);
		if (end < 0) {
			end();
			return;
		}
		String content = this.sql.substring(this.position + 1, end - 1);
		if (quote == '`' || isName(end)) {
			if (isPlain(content)) {
				this.text.append(quote).append(content).append(quote);
				this.word = "";
				this.position = end;
				return;
			}
		}
		value(end);
	}

	/**
	 * Returns whether the quoted text must be a name: next to a dot, or where the syntax
	 * expects a table or another name. The arguments of functions such as
	 * {@code trim(both from "x")} are values.
	 */
	private boolean isName(int end) {
		char before = this.text.isEmpty() ? ' ' : this.text.charAt(this.text.length() - 1);
		if (before == '.' || at(end) == '.') {
			return true;
		}
		int next = end;
		while (Character.isWhitespace(at(next))) {
			next++;
		}
		return switch (this.word) {
			case "from" -> at(next) != ')';
			case "join", "into", "update", "table", "as" -> true;
			default -> false;
		};
	}

	private static boolean isPlain(String content) {
		return content.chars().allMatch((next) -> Character.isJavaIdentifierPart(next) || next == ' ');
	}

	/**
	 * Skips a comment up to the end of the line, if all dialects agree on it.
	 */
	private void lineComment() {
		if (!Character.isWhitespace(at(this.position + 2))) {
			end();
			return;
		}
		int newline = this.sql.indexOf('\n', this.position);
		int end = (newline >= 0) ? newline : this.sql.length();
		int carriageReturn = this.sql.indexOf('\r', this.position);
		if (carriageReturn >= 0 && carriageReturn < end - 1) {
			end();
			return;
		}
		space();
		this.position = end;
	}

	/**
	 * Skips a block comment, if all dialects agree on its end. Some dialects nest
	 * comments.
	 */
	private void blockComment() {
		int end = this.sql.indexOf("*/", this.position + 2);
		int nested = this.sql.indexOf("/*", this.position + 2);
		if (end < 0 || (nested >= 0 && nested < end)) {
			end();
			return;
		}
		space();
		this.position = end + 2;
	}

	/**
	 * Handles a hash sign: a comment in MySQL, a name in SQL Server, or an operator in
	 * PostgreSQL. Only the operator is unambiguous.
	 */
	private void hash() {
		if (at(this.position + 1) == '>') {
			symbol('#');
		}
		else {
			end();
		}
	}

	/**
	 * Replaces a parameter, or a literal of PostgreSQL such as {@code $tag$it's$tag$}.
	 */
	private void dollar() {
		int index = this.position + 1;
		while (Character.isJavaIdentifierPart(at(index)) && at(index) != '$' && at(index) != '\0') {
			index++;
		}
		if (at(index) != '$') {
			value(index);
			return;
		}
		String tag = this.sql.substring(this.position, index + 1);
		int end = this.sql.indexOf(tag, index + 1);
		if (end < 0) {
			end();
			return;
		}
		value(end + tag.length());
	}

	/**
	 * Handles a bracket: a name in SQL Server, or an array. Ambiguous if it contains a
	 * quote, which starts a literal only in an array.
	 */
	private void bracket() {
		int close = this.sql.indexOf(']', this.position);
		String content = this.sql.substring(this.position, (close >= 0) ? close : this.sql.length());
		if (close < 0 || content.indexOf('\'') >= 0 || content.indexOf('"') >= 0) {
			end();
			return;
		}
		symbol('[');
	}

	private void number() {
		int index = this.position;
		while (isPartOfNumber(index)) {
			index++;
		}
		value(index);
	}

	private boolean isPartOfNumber(int index) {
		char next = at(index);
		if (next == '-' || next == '+') {
			return Character.toUpperCase(at(index - 1)) == 'E' && Character.isDigit(at(index + 1));
		}
		return next == '.' || (next != '\0' && Character.isJavaIdentifierPart(next));
	}

	private void word() {
		int start = this.position;
		int index = start;
		while (index < this.length && (Character.isJavaIdentifierPart(at(index)) || Character.isSurrogate(at(index)))) {
			index++;
		}
		String found = this.sql.substring(start, index);
		this.text.append(found);
		this.word = found.toLowerCase(Locale.ROOT);
		this.position = index;
	}

}
