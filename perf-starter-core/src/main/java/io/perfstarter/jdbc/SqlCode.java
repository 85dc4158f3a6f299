package io.perfstarter.jdbc;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of an SQL statement without comments and literals. It ends before the first
 * quote, comment or character that some databases read differently.
 *
 * @param text the text with one space for white space and comments, and {@code ''} for a
 * literal, {@code $$} for a literal that MySQL reads in another way
 * @param complete whether the statement was read to its end
 */
record SqlCode(String text, boolean complete) {

	/**
	 * A character of a name. PostgreSQL and MySQL accept any character beyond ASCII.
	 */
	static final String NAME_CHARACTER = "[\\w$\\P{ASCII}]";

	/**
	 * The end of a word in the text, with the space after it, if any.
	 */
	static final String END = "(?!" + NAME_CHARACTER + ")\\x20?+";

	private static final String PART = "(?:(?!\\d)" + NAME_CHARACTER + "++|\"[^\"]++\"|`[^`]++`|\\[[^]]++])";

	/**
	 * A name in the text.
	 */
	static final String NAME = PART + "(?:\\x20?\\.\\x20?" + PART + ")*+";

	/**
	 * Each token ends where its search ends, so that the time to read a text is
	 * proportional to its length. The Kelvin sign is no token: Java converts it to the
	 * lower-case letter {@code k}, but databases do not.
	 */
	private static final Pattern TOKEN = Pattern.compile("""
			(?<space> (?: \\s
				| -- (?=\\s) [^\\r\\n]*+ (?= \\r?+ (?: \\n | \\z ) )   # some dialects end it at \\r
				| /\\* (?! \\w?! ) (?: [^*/] | \\*(?!/) | /(?!\\*) )*+ \\*/   # some nest it, some execute it
			)++ )
			| (?! (?i: n?q )' )   # Oracle
				[\\w\\P{ASCII}&&[^\\u212A]] [\\w$\\P{ASCII}&&[^\\u212A]]*+
			| (?<literal> ' (?: [^'\\\\] | '' | \\\\[^'] )*+ ' )
			| (?<doubtful> '\\\\' (?!')   # MySQL does not end it here
				| \\$ (?<tag> \\w*+ ) \\$ .*? \\$ \\k<tag> \\$ )   # PostgreSQL
			| "[^"\\\\]*+" | `[^`\\\\]*+`
			| \\$ \\d++ (?!\\$)
			| \\[ (?=   # a name, or an array
				(?: [^\\[\\]'"`\\\\$\\#/-] | '[^'\\]\\\\]*+' | -(?!-) | /(?![/*]) )*+ [\\[\\]] )
			| - (?!-) | / (?![/*])   # two slashes begin a comment in H2
			| [!%&()*+,.:;<=>?@\\]^{|}~]
			""", Pattern.COMMENTS | Pattern.DOTALL);

	private static final Pattern QUOTED_NAME = Pattern.compile("(?:\"[^\"]*+\"|`[^`]*+`)( ?\\()?+");

	static SqlCode of(String sql) {
		StringBuilder text = new StringBuilder(sql.length());
		Matcher token = TOKEN.matcher(sql);
		int position = 0;
		while (token.region(position, sql.length()).lookingAt()) {
			if (token.start("space") >= 0) {
				text.append(' ');
			}
			else if (token.start("literal") >= 0) {
				text.append("''");
			}
			else if (token.start("doubtful") >= 0) {
				text.append("$$");
			}
			else {
				text.append(sql, position, token.end());
			}
			position = token.end();
		}
		return new SqlCode(text.toString(), position == sql.length());
	}

	/**
	 * Returns the text without quoted names. Keeps a quoted name before a parenthesis,
	 * because it may be a function.
	 */
	String words() {
		return QUOTED_NAME.matcher(this.text)
			.replaceAll(
					(found) -> (found.group(1) != null) ? Matcher.quoteReplacement(found.group()) : " quoted_name ");
	}

	/**
	 * Returns a pattern that finds words in any text.
	 */
	static Pattern anyOf(String words) {
		return Pattern.compile("(?<!%1$s)(?:%2$s)(?!%1$s)".formatted(NAME_CHARACTER, words), Pattern.CASE_INSENSITIVE);
	}

}
