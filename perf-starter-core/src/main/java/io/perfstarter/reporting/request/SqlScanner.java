package io.perfstarter.reporting.request;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes literals and comments from a statement.
 *
 * <p>
 * SQL dialects interpret quotes, backslashes and comments differently. Where this is
 * ambiguous, no token matches. The text then ends, because the rest may contain a value.
 * Text between double quotes is a value, as in MySQL, except where only a name is valid.
 */
final class SqlScanner {

	/**
	 * Ends the text of a statement that was not read to its end.
	 */
	static final String END = "…";

	private static final int READ = 10_000;

	private static final Pattern SPACES = Pattern.compile("\\s+");

	private static final Pattern NUMBERS = Pattern.compile("(?<![\\p{L}_\\d])\\d[\\w.]*+");

	// Repetitions of alternatives are possessive, because other repetitions recurse for
	// each match.
	private static final String VALUE = """
			(?: ' (?: [^'\\\\]++ | '' | \\\\[^'] )*+ '
			| " (?: [^"\\\\]++ | "" | \\\\[^"] )*+ "
			| \\d [\\w.$\\P{ASCII}]*+ (?: (?<=[eE]) [-+]\\d [\\w.$\\P{ASCII}]*+ )*+
			| \\$ [\\w\\P{ASCII}]*+ (?!\\$)
			| \\?
			)""";

	private static final String NAME = """
			"[\\w$\\x20\\P{ASCII}]*+" (?!")""";

	// The text inside brackets, without characters that begin a literal or a comment
	// elsewhere.
	private static final String INSIDE = """
			(?: [^\\]\\['"`$\\#/-] | -(?!-) )*+""";

	// Characters that begin no other token: most of a statement, matched in few steps.
	private static final String PLAIN = """
			(?: (?! (?i: in | join | into | update | table | as | from ) \\b | (?i:n?q)' )
					[\\p{L}_] [\\w$\\p{L}\\p{M}\\p{N}]*+
				| [,=()<>\\x20]++
				| \\. (?!")
			)++""";

	/**
	 * Quoted text is a name if it is next to a dot, or where the syntax expects a name.
	 * Arguments of functions such as {@code trim(both from "x")} are values.
	 */
	private static final Pattern TOKEN = Pattern.compile("""
			PLAIN
			| (?<space> \\s++
				| -- (?=\\s) [^\\r\\n]*+ (?= \\r?+ (?: \\n | \\z) )
				| /\\* (?: (?! /\\* | \\*/ ) . )*+ \\*/   # some dialects nest comments
			)
			| (?<list> (?i:in) \\s*+ \\( \\s*+ ) VALUE (?: \\s*+ , \\s*+ VALUE )*+ (?!\\.)
			| (?: \\. | (?i: join | into | update | table | as ) \\s*+ ) NAME
			| (?i:from) \\s*+ NAME (?! \\s*+ \\) )
			| NAME (?=\\.)
			| `[\\w$\\x20\\P{ASCII}]*+` (?!`)
			| (?<value> VALUE
				| ` (?: [^`\\\\]++ | `` | \\\\[^`] )*+ `
				| (?<tag> \\$ [\\w\\P{ASCII}]*+ \\$ ) .*? \\k<tag>   # PostgreSQL
				| (?i:n?q)'   # Oracle
					(?: \\[.*?\\] | \\{.*?\\} | \\(.*?\\) | <.*?> | (?<mark>[^\\[{(<]) .*? \\k<mark> ) '
			)
			| (?! (?i:n?q)' ) [\\w\\p{L}] [\\w$\\p{L}\\p{M}\\p{N}]*+
			| (?<brackets> \\[ INSIDE (?: \\[ INSIDE \\] INSIDE )*+ \\] (?!\\]) )   # a name in SQL Server, or an array
			| \\# (?=>)   # an operator in PostgreSQL, and no comment of MySQL
			| (?! -- | /\\* | // ) [^\\s\\w'"`\\#$\\[\\P{ASCII}]   # two slashes begin a comment in H2
			""".replace("VALUE", VALUE).replace("NAME", NAME).replace("INSIDE", INSIDE).replace("PLAIN", PLAIN),
			Pattern.COMMENTS | Pattern.DOTALL);

	private SqlScanner() {
	}

	/**
	 * Returns a statement without literals. Reads at most ten thousand characters.
	 */
	static String withoutLiterals(String sql) {
		StringBuilder text = new StringBuilder(sql.length());
		int length = Math.min(sql.length(), READ);
		Matcher token = TOKEN.matcher(sql);
		int position = 0;
		while (token.region(position, length).lookingAt()) {
			position = token.end();
			if (token.start("space") >= 0) {
				text.append(' ');
			}
			else if (token.start("list") >= 0) {
				text.append(token.group("list")).append('?');
			}
			else if (token.start("brackets") >= 0) {
				text.append(NUMBERS.matcher(token.group()).replaceAll("?"));
			}
			else {
				text.append((token.start("value") >= 0) ? "?" : token.group());
			}
		}
		String bare = SPACES.matcher(text).replaceAll(" ").strip();
		return (position == sql.length()) ? bare : bare + END;
	}

}
