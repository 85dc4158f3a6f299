package io.perfstarter.reporting.ledger;

import java.util.Locale;

/**
 * Reads a statement and writes it without literals and comments.
 *
 * <p>
 * Dialects differ in what a quote, a backslash or a comment is. Where they do, the text
 * ends, because nobody knows whether what follows is a value. Between double quotes is a
 * value, as MySQL has it, where it is not certainly a name.
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
	 * A character, and nothing behind the end.
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
	 * A value was here. Lists of values are one, however many they are.
	 */
	private void placeholder() {
		if (this.inList) {
			int last = this.text.length() - 1;
			while (last > 0 && this.text.charAt(last) == ' ') {
				last--;
			}
			if (last > 0 && this.text.charAt(last) == ',' && this.text.charAt(last - 1) == PLACEHOLDER) {
				this.text.setLength(last);
				return;
			}
		}
		this.text.append(PLACEHOLDER);
	}

	private void value(int end) {
		placeholder();
		this.word = "";
		this.position = end;
	}

	/**
	 * Ends the text: what follows may be a value.
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
	 * Behind the quote that closes what is open; negative if it is not certain where that
	 * is.
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
	 * Such as {@code q'[it's]'}.
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
	 * Whether only a name can be here: beside a dot, or where a table or another name is
	 * expected. A function such as {@code trim(both from "x")} has values there, too.
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
	 * To the end of the line, if it is a comment for everybody.
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
	 * To its end, if it has one for everybody: some dialects nest them.
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
	 * A comment of MySQL, a name of SQL Server, or an operator of PostgreSQL; only the
	 * latter is certain.
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
	 * A parameter, or a literal of PostgreSQL such as {@code $tag$it's$tag$}.
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
	 * A name of SQL Server, or an array; if there is a quote within, only one of the two
	 * would be a literal.
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
