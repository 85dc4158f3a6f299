package io.perfstarter.jdbc;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * What the text of an SQL statement shows. Only the first ten thousand characters of a
 * text are read. A fixed number of slots keeps recently read texts, two for each hash. So
 * SQL with literal values takes no more memory. Immutable and thread-safe without a lock:
 * the final fields of a statement are visible to every thread that reads the statement
 * from its slot.
 */
public final class SqlStatement {

	private static final int SLOTS = 2048;

	// The number of slots for texts of more than SHORT characters.
	private static final int LONG_SLOTS = 256;

	private static final int SHORT = 2_000;

	private static final int LONGEST = 10_000;

	private static final @Nullable SqlStatement[] KNOWN = new SqlStatement[SLOTS];

	private static final Pattern SINGLE = Pattern.compile("[^;]*+[\\s;]*+");

	private static final Pattern FIRST_WORD = Pattern.compile("[ ({]*+(" + SqlCode.NAME_CHARACTER + "++)");

	private static final Set<String> CHANGES = Set.of("insert", "update", "delete", "merge", "replace", "upsert",
			"select", "with", "values", "table", "set", "show", "savepoint", "release", "explain");

	private static final Set<String> KEEPING = Set.of("listen", "lock");

	private static final Set<String> REPEATABLE = Set.of("select", "with", "values", "show", "set", "lock", "listen",
			"notify");

	// A SET that leaves its transaction open. Another SET may commit, such as of a
	// password or, in H2, of most settings.
	private static final Pattern SET_IN_TRANSACTION = pattern(
			"\\x20?+ set END (?: (?:local|constraints|search_path) END | @(?!@) )");

	private static final Pattern COMMITS = Pattern.compile("(?i)autocommit|password");

	// A statement with one of these words may change the session even if it fails.
	private static final Pattern SETS = SqlCode.anyOf("set|set_config|reset|discard|temp|temporary");

	private static final Pattern CHANGE_IN_QUERY = SqlCode.anyOf("into|nextval|next value");

	/**
	 * What stands before an opening parenthesis. Does not match operators, commas and
	 * other opening parentheses.
	 */
	private static final Pattern BEFORE_PARENTHESIS = Pattern
		.compile("((?:[\\w$\\P{ASCII}@.\"`'\\])}]| (?=\\.)|(?<=\\.) )++) ?+(\\()?+");

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
			"date_trunc", "date_part", "to_char", "to_date", "to_timestamp", "now", "materialized");

	/**
	 * Functions for the advisory locks of PostgreSQL, MariaDB and MySQL. Such a lock
	 * coordinates all users of a database, so only the primary can grant it.
	 */
	private static final String LOCK_FUNCTION = "pg_(?:try_)?advisory_\\w++"
			+ "|(?:get|release|is_free|is_used)_lock|release_all_locks";

	private static final Pattern ADVISORY_LOCK = SqlCode.anyOf(LOCK_FUNCTION);

	private static final Pattern ADVISORY_LOCK_CALL = Pattern.compile(ADVISORY_LOCK.pattern() + "[\"`\\]]?+ ?\\(",
			Pattern.CASE_INSENSITIVE);

	/**
	 * The changed table, if it is certain. MySQL can also change several tables with
	 * aliases.
	 */
	private static final Pattern WRITTEN = pattern("""
			\\x20?+ (?:
				(?:insert|replace) END (?: (?:low_priority|delayed|high_priority|ignore) END )*+
					(?: into END (?: table END )?+ | (?= NAME \\x20? (?: \\( | (?:values?|set|select) END ) ) )
				| update END (?: (?:low_priority|ignore|only) END )*+ (?= NAME ALIAS \\x20? set END )
				| delete END (?: (?:low_priority|quick|ignore) END )*+ from END (?: only END )?+ (?! NAME \\x20? , )
				| merge END into END (?: only END )?+
				| truncate END (?: table END )?+ (?: only END )?+
			) (NAME)""");

	private static final String TABLE = """
			(?: (?:only|lateral|table) END )*+
			(?: NAME \\x20? \\( [^()]*+ \\)   # a function
				| \\( \\x20? (?<alone> NAME ) \\x20? \\)
				| (?: \\( \\x20? | (?:only|lateral|table) END )*+
					(?! (?:select|with|values|stdin) END ) (?<first> NAME ) (?! \\x20? \\( )
			)""";

	private static final Pattern READ = pattern("""
			(?<quoted> "[^"]*+" | `[^`]*+` )
			| (?<! [\\w$.\\P{ASCII}] | distinct\\x20 ) (?:from|(?:straight_)?join) END
			""" + TABLE);

	private static final Pattern NEXT = pattern("ALIAS (?: \\x20? \\( [^()]*+ \\) )?+ \\x20? , \\x20?" + TABLE);

	private final String sql;

	private final String verb;

	private final StatementEffect effect;

	private final boolean advisoryLock;

	// Read on demand.
	private volatile @Nullable Tables tables;

	private SqlStatement(String sql) {
		this.sql = sql;
		boolean whole = sql.length() <= LONGEST;
		SqlCode code = code();
		Matcher first = FIRST_WORD.matcher(code.text());
		this.verb = first.lookingAt() ? first.group(1).toLowerCase(Locale.ROOT) : "";
		boolean clear = whole && code.complete() && code.text().indexOf('$') < 0;
		this.effect = whole ? effect(code, clear) : StatementEffect.ANYTHING;
		// The literals of other statements may be code.
		boolean known = clear && CHANGES.contains(this.verb);
		this.advisoryLock = whole && ADVISORY_LOCK.matcher(sql).find()
				&& (!known || ADVISORY_LOCK_CALL.matcher(code.text()).find());
	}

	private static Pattern pattern(String template) {
		String name = template.replace("ALIAS", "(?: \\x20? (?: as END )? NAME )?").replace("NAME", SqlCode.NAME);
		return Pattern.compile(name.replace("END", SqlCode.END), Pattern.CASE_INSENSITIVE | Pattern.COMMENTS);
	}

	/**
	 * Returns what a text shows.
	 * @param sql the text
	 * @return the statement
	 */
	public static SqlStatement of(String sql) {
		if (sql.length() > LONGEST) {
			return new SqlStatement(sql);
		}
		int hash = sql.hashCode();
		int pairs = ((sql.length() > SHORT) ? LONG_SLOTS : SLOTS) / 2;
		int slot = 2 * ((hash ^ (hash >>> 16)) & (pairs - 1));
		SqlStatement latest = KNOWN[slot];
		if (latest != null && latest.sql.equals(sql)) {
			return latest;
		}
		SqlStatement earlier = KNOWN[slot + 1];
		if (earlier != null && earlier.sql.equals(sql)) {
			return earlier;
		}
		SqlStatement known = new SqlStatement(sql);
		KNOWN[slot + 1] = latest;
		KNOWN[slot] = known;
		return known;
	}

	private SqlCode code() {
		return SqlCode.of((this.sql.length() <= LONGEST) ? this.sql : this.sql.substring(0, LONGEST));
	}

	private StatementEffect effect(SqlCode code, boolean clear) {
		String words = clear ? code.words() : this.sql;
		boolean single = SINGLE.matcher(words).matches();
		if (single && (this.verb.equals("rollback") || this.verb.equals("abort"))) {
			return StatementEffect.ROLLBACK;
		}
		if (!single || !CHANGES.contains(this.verb) || (this.verb.equals("set") && mayCommit(code))) {
			return StatementEffect.ANYTHING;
		}
		return (clear && this.verb.equals("select") && onlyReads(words)) ? StatementEffect.NONE
				: StatementEffect.CHANGE;
	}

	/**
	 * Returns whether the text may begin a transaction.
	 * @return whether its first word is {@code BEGIN} or {@code START}
	 */
	public boolean mayBegin() {
		return this.verb.equals("begin") || this.verb.equals("start");
	}

	private boolean mayCommit(SqlCode set) {
		return !SET_IN_TRANSACTION.matcher(set.text()).lookingAt() || COMMITS.matcher(this.sql).find();
	}

	/**
	 * Returns whether a query calls only functions without an effect.
	 * @return {@code false} if it may call another function
	 */
	public boolean onlyReads() {
		return onlyReads(words());
	}

	private static boolean onlyReads(String words) {
		Matcher calls = BEFORE_PARENTHESIS.matcher(words);
		while (calls.find()) {
			if (calls.group(2) != null && !HARMLESS.contains(calls.group(1).toLowerCase(Locale.ROOT))) {
				return false;
			}
		}
		return !CHANGE_IN_QUERY.matcher(words).find();
	}

	/**
	 * Returns the text without comments, literals and quoted names that are not called.
	 * @return the whole text if databases read it differently, or if it was not read to
	 * its end
	 */
	public String words() {
		SqlCode code = code();
		return (code.complete() && this.sql.length() <= LONGEST) ? code.words() : this.sql;
	}

	/**
	 * Returns the first word.
	 * @return the word in lower case, empty if there is none
	 */
	public String verb() {
		return this.verb;
	}

	/**
	 * Returns the possible effect.
	 * @return {@link StatementEffect#ANYTHING} for a text that was not read to its end
	 */
	public StatementEffect effect() {
		return this.effect;
	}

	/**
	 * Returns whether a function for advisory locks is called.
	 * @return {@code false} for a text that was not read to its end
	 */
	public boolean usesAdvisoryLock() {
		return this.advisoryLock;
	}

	/**
	 * Returns whether the connection may stay in use after the statement: it listens to
	 * notifications, or holds a lock.
	 * @return {@code false} for a text that is not read to its end
	 */
	static boolean keepsConnection(String sql) {
		return sql.length() <= LONGEST && of(sql).keepsConnection();
	}

	private boolean keepsConnection() {
		return this.advisoryLock || KEEPING.contains(this.verb);
	}

	/**
	 * Returns whether a failed {@code execute} can be repeated on another connection.
	 */
	boolean isRepeatable() {
		return REPEATABLE.contains(this.verb);
	}

	/**
	 * Returns whether the session may have changed, even if the statement has failed.
	 */
	boolean mayChangeSession() {
		return SETS.matcher(this.sql).find();
	}

	/**
	 * Returns the table that the statement changes, for {@code TRUNCATE} the first one.
	 * @return its name as in the text, {@code null} if the statement does not begin with
	 * a change, or its table is uncertain
	 */
	public @Nullable String written() {
		return tables().written;
	}

	/**
	 * Returns the tables that certainly are changed.
	 * @return the {@linkplain #plain plain} names
	 */
	public Set<String> changed() {
		return tables().changed;
	}

	/**
	 * Returns the names after {@code FROM} and {@code JOIN}, and after each comma up to a
	 * subquery. Some of them may be no tables, but common table expressions.
	 * @return the {@linkplain #plain plain} names
	 */
	public Set<String> read() {
		return tables().read;
	}

	private Tables tables() {
		Tables known = this.tables;
		if (known == null) {
			String code = code().text();
			Matcher written = WRITTEN.matcher(code);
			String name = written.lookingAt() ? written.group(1) : null;
			Set<String> changed = new LinkedHashSet<>();
			if (name != null) {
				changed.add(plain(name));
				if (this.verb.equals("truncate")) {
					addNext(code, written.end(), changed);
				}
			}
			known = new Tables(readFrom(code), name, Set.copyOf(changed));
			this.tables = known;
		}
		return known;
	}

	private static Set<String> readFrom(String code) {
		Set<String> read = new LinkedHashSet<>();
		Matcher from = READ.matcher(code);
		int position = 0;
		while (from.find(position)) {
			add(from, read);
			position = (from.start("quoted") >= 0) ? from.end() : addNext(code, from.end(), read);
		}
		return Set.copyOf(read);
	}

	private static int addNext(String code, int position, Set<String> tables) {
		Matcher next = NEXT.matcher(code);
		int end = position;
		while (next.region(end, code.length()).lookingAt()) {
			add(next, tables);
			end = next.end();
		}
		return end;
	}

	private static void add(Matcher table, Set<String> tables) {
		String name = (table.group("alone") != null) ? table.group("alone") : table.group("first");
		if (name != null) {
			tables.add(plain(name));
		}
	}

	/**
	 * Returns the name of a table without quotes and schema, in lower case.
	 * @param name the name in a text
	 * @return the plain name
	 */
	public static String plain(String name) {
		String unquoted = name.replaceAll("[\"`\\[\\]]", "");
		return unquoted.substring(unquoted.lastIndexOf('.') + 1).strip().toLowerCase(Locale.ROOT);
	}

	/**
	 * The tables that a text names.
	 *
	 * @param read the plain names after {@code FROM} and {@code JOIN}
	 * @param written the name of the changed table, {@code null} if there is none
	 * @param changed the plain names of the changed tables
	 */
	private record Tables(Set<String> read, @Nullable String written, Set<String> changed) {
	}

	/**
	 * The text of an SQL statement without comments and literals. It ends before the
	 * first quote, comment or character that some databases read differently.
	 *
	 * @param text the text with one space for white space and comments, and {@code ''}
	 * for a literal, {@code $$} for a literal that MySQL reads in another way
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
		 * proportional to its length. The Kelvin sign is no token: Java converts it to
		 * the lower-case letter {@code k}, but databases do not.
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
		 * Returns the text without quoted names. Keeps a quoted name before a
		 * parenthesis, because it may be a function.
		 */
		String words() {
			return QUOTED_NAME.matcher(this.text)
				.replaceAll((found) -> (found.group(1) != null) ? Matcher.quoteReplacement(found.group())
						: " quoted_name ");
		}

		/**
		 * Returns a pattern that finds words in any text.
		 */
		static Pattern anyOf(String words) {
			return Pattern.compile("(?<!%1$s)(?:%2$s)(?!%1$s)".formatted(NAME_CHARACTER, words),
					Pattern.CASE_INSENSITIVE);
		}

	}

}
