package io.perfstarter.reporting;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.perfstarter.reporting.window.Figures;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Requests the plan of a statement from PostgreSQL 16 or later, or from MariaDB. The
 * database plans the statement, but never executes it. The probe asks rarely, with short
 * timeouts, on a separate connection. It rolls back its transaction, which is read-only
 * on PostgreSQL. Blocks the caller. Thread-safe.
 */
final class ExplainProbe {

	private static final Log logger = LogFactory.getLog(ExplainProbe.class);

	private static final int FIRST_VERSION = 16;

	private static final long BETWEEN_ANY = Duration.ofSeconds(10).toNanos();

	// Minimum interval between two explanations of the same statement. Shorter than the
	// time for MAX_REMEMBERED other explanations, so that no result is discarded
	// early.
	private static final long BETWEEN_SAME = Duration.ofMinutes(10).toNanos();

	private static final int MAX_REMEMBERED = 100;

	private static final int LONGEST = 20_000;

	private static final String COMMENTS = "(?:--[^\\n;]*+\\s++|/\\*[^;]*?\\*/\\s*+)*+";

	/**
	 * Matches a statement on rows. Semicolons do not match, not even in quotes and
	 * comments, so that the text holds no second statement in any dialect.
	 */
	private static final Pattern EXPLAINED = Pattern
		.compile("(?i)\\s*+(" + COMMENTS + "(?:select|insert|update|delete|with)\\b[^;]*+);?\\s*+");

	private static final Pattern WHOLE_NUMBER = Pattern.compile("smallint|integer|bigint");

	private static final int NETWORK_TIMEOUT = (int) Duration.ofSeconds(5).toMillis();

	private static final List<String> TRANSACTION = List.of("set transaction read only",
			"set local statement_timeout = '2s'", "set local lock_timeout = '100ms'",
			"set local plan_cache_mode = force_generic_plan",
			// A plan without parallel workers is simpler to read.
			"set local max_parallel_workers_per_gather = 0");

	private final Callable<Connection> connections;

	private final LongSupplier clock;

	// The latest results by statement, the oldest first.
	private final Map<String, Answer> answers = new LinkedHashMap<>();

	private long failures;

	private @Nullable Long lastAt;

	/**
	 * Creates an idle probe.
	 * @param connections opens connections outside of any pool
	 * @param clock returns the time in nanoseconds
	 */
	ExplainProbe(Callable<Connection> connections, LongSupplier clock) {
		this.connections = connections;
		this.clock = clock;
	}

	/**
	 * Returns the plan of a statement. Explains one statement at most every ten minutes,
	 * and any statement at most every ten seconds; until then, returns the earlier
	 * result.
	 * @param sql the statement, as it was passed to JDBC
	 * @return the lines of the plan, empty if it is unknown
	 */
	synchronized List<String> explain(String sql) {
		long now = this.clock.getAsLong();
		Answer known = this.answers.get(sql);
		if (known != null && now - known.at() < BETWEEN_SAME) {
			return known.plan();
		}
		Matcher statement = EXPLAINED.matcher(sql);
		boolean early = this.lastAt != null && now - this.lastAt < BETWEEN_ANY;
		if (early || sql.length() > LONGEST || !statement.matches()) {
			return (known != null) ? known.plan() : List.of();
		}
		this.lastAt = now;
		List<String> plan = ask(statement.group(1));
		remember(sql, new Answer(now, plan));
		return plan;
	}

	private void remember(String sql, Answer answer) {
		this.answers.remove(sql);
		this.answers.put(sql, answer);
		if (this.answers.size() > MAX_REMEMBERED) {
			this.answers.remove(this.answers.keySet().iterator().next());
		}
	}

	private List<String> ask(String sql) {
		try (Connection connection = this.connections.call()) {
			connection.setNetworkTimeout(Runnable::run, NETWORK_TIMEOUT);
			DatabaseMetaData database = connection.getMetaData();
			boolean mariaDb = "MariaDB".equals(database.getDatabaseProductName());
			boolean postgres = "PostgreSQL".equals(database.getDatabaseProductName())
					&& database.getDatabaseMajorVersion() >= FIRST_VERSION;
			if (!mariaDb && !postgres) {
				return List.of();
			}
			connection.setAutoCommit(false);
			try {
				return mariaDb ? planOfMariaDb(connection, sql) : plan(connection, sql);
			}
			finally {
				connection.rollback();
			}
		}
		catch (Exception ex) {
			failed(ex);
			return List.of();
		}
	}

	/**
	 * Requests the plan from MariaDB as a table. The plan names tables, indexes and
	 * columns, but no values or costs. The values of the parameters are arbitrary.
	 */
	private static List<String> planOfMariaDb(Connection connection, String sql) throws SQLException {
		try (Statement setting = connection.createStatement()) {
			setting.execute("set session max_statement_time = 2, session lock_wait_timeout = 1");
		}
		try (PreparedStatement explain = connection.prepareStatement("explain " + sql)) {
			int parameters = explain.getParameterMetaData().getParameterCount();
			for (int i = 1; i <= parameters; i++) {
				explain.setString(i, "1");
			}
			try (ResultSet rows = explain.executeQuery()) {
				List<String> lines = new ArrayList<>();
				while (rows.next()) {
					lines.add(line(rows));
				}
				return lines;
			}
		}
	}

	private static String line(ResultSet row) throws SQLException {
		ResultSetMetaData columns = row.getMetaData();
		StringJoiner line = new StringJoiner(" ");
		for (int i = 1; i <= columns.getColumnCount(); i++) {
			line.add(columns.getColumnLabel(i) + "=" + row.getString(i));
		}
		return line.toString();
	}

	/**
	 * Plans the statement by PREPARE, because EXPLAIN (GENERIC_PLAN) requires parameter
	 * values from a driver that prepares its statements. The driver numbers the
	 * parameters.
	 */
	private static List<String> plan(Connection connection, String sql) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			statement.setEscapeProcessing(false);
			for (String setting : TRANSACTION) {
				statement.execute(setting);
			}
			String numbered = connection.nativeSQL(sql);
			statement.execute("prepare perf_starter_explained as " + numbered);
			String types = query(statement, "select array_to_string(parameter_types, ', ') "
					+ "from pg_prepared_statements where name = 'perf_starter_explained'");
			String plan = explain(statement, "perf_starter_explained", types);
			String conversion = plan.contains("Seq Scan") ? "" : conversion(statement, numbered, types);
			return Stream.concat(PostgresPlan.withoutLiterals(plan).stream(), conversion.lines()).toList();
		}
	}

	private static String explain(Statement statement, String name, String types) throws SQLException {
		String values = types.isEmpty() ? "" : "(" + types.replaceAll("[^,]+", "null") + ")";
		String plan = query(statement, "explain execute " + name + values);
		statement.execute("deallocate " + name);
		return plan;
	}

	/**
	 * Describes the column that the database converts if whole numbers are set as decimal
	 * numbers, empty if there is none. The plan does not show this, because the driver
	 * states the types of the setters.
	 */
	private static String conversion(Statement statement, String sql, String types) {
		String decimal = WHOLE_NUMBER.matcher(types).replaceAll("numeric");
		if (decimal.equals(types)) {
			return "";
		}
		try {
			statement.execute("prepare perf_starter_converted (" + decimal + ") as " + sql);
			return PostgresPlan.conversion(explain(statement, "perf_starter_converted", decimal), types.split(", "));
		}
		catch (SQLException ex) {
			// Some parameters cannot be decimal: a function may require a whole number.
			return "";
		}
	}

	private static String query(Statement statement, String sql) throws SQLException {
		try (ResultSet rows = statement.executeQuery(sql)) {
			StringJoiner lines = new StringJoiner("\n");
			while (rows.next()) {
				lines.add(rows.getString(1));
			}
			return lines.toString();
		}
	}

	private void failed(Exception ex) {
		this.failures++;
		// The exception is not logged, because messages of the database may contain
		// values of the statement.
		String what = ex.getClass().getSimpleName() + ((ex instanceof SQLException sql) ? " " + sql.getSQLState() : "");
		if (this.failures == 1) {
			logger.info("Could not get the query plan of a slow statement (" + what
					+ "); further failures are logged at debug level");
		}
		else if (logger.isDebugEnabled()) {
			logger.debug("Could not get the query plan of a slow statement (" + what + ")");
		}
	}

	/**
	 * Returns the number of failed explanations.
	 */
	synchronized long failures() {
		return this.failures;
	}

	/**
	 * The result of an explanation.
	 *
	 * @param at the time of the explanation, in nanoseconds
	 * @param plan the result
	 */
	private record Answer(long at, List<String> plan) {

	}

	/**
	 * Reads the text of {@code EXPLAIN} of PostgreSQL: removes the literals, and finds a
	 * column that is converted.
	 */
	static final class PostgresPlan {

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
		 * @param types the types that the database expects for the parameters
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

}
