package io.perfstarter.reporting.plan;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Requests the plan of a statement from PostgreSQL 16 or later, or from MariaDB, and
 * names the missing index. The statement is planned but never executed: on a separate
 * connection, in a transaction that is rolled back and is read-only on PostgreSQL, rarely
 * and with short timeouts. Blocks the caller. Thread-safe.
 */
public final class ExplainProbe implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(ExplainProbe.class);

	private static final int FIRST_VERSION = 16;

	private static final long BETWEEN_ANY = Duration.ofSeconds(10).toNanos();

	/**
	 * Minimum interval between two explanations of the same statement. Shorter than the
	 * time for {@link #MAX_REMEMBERED} other explanations, so that no result is discarded
	 * early.
	 */
	private static final long BETWEEN_SAME = Duration.ofMinutes(10).toNanos();

	private static final int MAX_REMEMBERED = 100;

	private static final int NETWORK_TIMEOUT = (int) Duration.ofSeconds(5).toMillis();

	private static final List<String> TRANSACTION = List.of("set transaction read only",
			"set local statement_timeout = '2s'", "set local lock_timeout = '100ms'",
			"set local plan_cache_mode = force_generic_plan",
			// A plan without parallel workers is simpler to read and needs the same
			// indexes.
			"set local max_parallel_workers_per_gather = 0");

	private final ConnectionSource connections;

	private final LongSupplier clock;

	/**
	 * The latest results by statement, the oldest first.
	 */
	private final Map<String, Answer> answers = new LinkedHashMap<>();

	private final AtomicLong failures = new AtomicLong();

	private volatile @Nullable Connection current;

	private volatile boolean closed;

	private @Nullable Long lastAt;

	/**
	 * Creates an idle probe.
	 * @param connections opens connections outside of any pool
	 * @param clock returns the time in nanoseconds
	 */
	public ExplainProbe(ConnectionSource connections, LongSupplier clock) {
		this.connections = connections;
		this.clock = clock;
	}

	/**
	 * Describes the cost of a missing index. Explains one statement at most every ten
	 * minutes, and any statement at most every ten seconds; until then, returns the
	 * earlier result.
	 * @param sql the statement, as it was passed to JDBC
	 * @return one sentence without values and without a period; empty if no index is
	 * missing, or if the plan is unknown
	 */
	public synchronized Optional<String> explain(String sql) {
		long now = this.clock.getAsLong();
		Answer known = this.answers.get(sql);
		if (known != null && now - known.at() < BETWEEN_SAME) {
			return known.sentence();
		}
		Optional<NumberedSql> numbered = NumberedSql.of(sql);
		boolean early = this.lastAt != null && now - this.lastAt < BETWEEN_ANY;
		if (this.closed || early || numbered.isEmpty()) {
			return (known != null) ? known.sentence() : Optional.empty();
		}
		this.lastAt = now;
		Optional<String> sentence = ask(sql, numbered.get());
		remember(sql, new Answer(now, sentence));
		return sentence;
	}

	private void remember(String sql, Answer answer) {
		this.answers.remove(sql);
		this.answers.put(sql, answer);
		if (this.answers.size() > MAX_REMEMBERED) {
			this.answers.remove(this.answers.keySet().iterator().next());
		}
	}

	private Optional<String> ask(String sql, NumberedSql numbered) {
		try (Connection connection = this.connections.open()) {
			this.current = connection;
			connection.setNetworkTimeout(Runnable::run, NETWORK_TIMEOUT);
			if (this.closed || !isKnown(connection.getMetaData())) {
				return Optional.empty();
			}
			connection.setAutoCommit(false);
			try {
				return isMariaDb(connection.getMetaData()) ? MariaDbPlan.request(connection, sql, numbered.parameters())
						: PlanReading.of(plan(numbered, connection), new PostgresCatalog(connection));
			}
			finally {
				connection.rollback();
			}
		}
		catch (SQLException | IOException | RuntimeException ex) {
			failed(ex);
			return Optional.empty();
		}
		finally {
			this.current = null;
		}
	}

	private static boolean isKnown(DatabaseMetaData database) throws SQLException {
		return isMariaDb(database) || ("PostgreSQL".equals(database.getDatabaseProductName())
				&& database.getDatabaseMajorVersion() >= FIRST_VERSION);
	}

	private static boolean isMariaDb(DatabaseMetaData database) throws SQLException {
		return "MariaDB".equals(database.getDatabaseProductName());
	}

	/**
	 * Plans the statement by PREPARE, because EXPLAIN (GENERIC_PLAN) requires parameter
	 * values from a driver that prepares its statements.
	 */
	private static PlanNode plan(NumberedSql sql, Connection connection) throws SQLException, IOException {
		String values = (sql.parameters() > 0)
				? "(" + String.join(", ", Collections.nCopies(sql.parameters(), "null")) + ")" : "";
		try (Statement statement = connection.createStatement()) {
			statement.setEscapeProcessing(false);
			for (String setting : TRANSACTION) {
				statement.execute(setting);
			}
			statement.execute("prepare perf_starter_explained as " + sql.text());
			try (ResultSet row = statement
				.executeQuery("explain (verbose, format xml) execute perf_starter_explained" + values)) {
				row.next();
				String plan = row.getString(1);
				statement.execute("deallocate perf_starter_explained");
				return PlanNode.parse(plan);
			}
		}
	}

	private void failed(Exception ex) {
		// The exception is not logged, because messages of the database may contain
		// values of the statement.
		String what = ex.getClass().getSimpleName() + ((ex instanceof SQLException sql) ? " " + sql.getSQLState() : "");
		if (this.failures.getAndIncrement() == 0 && !this.closed) {
			logger.info("Could not get the query plan of a slow statement (" + what
					+ "); further failures are logged at debug level");
		}
		else if (logger.isDebugEnabled()) {
			logger.debug("Could not get the query plan of a slow statement (" + what + ")");
		}
	}

	/**
	 * Returns the number of failed explanations.
	 * @return the number of failures
	 */
	public long failures() {
		return this.failures.get();
	}

	/**
	 * Aborts the current explanation and rejects all further ones.
	 */
	@Override
	public void close() {
		this.closed = true;
		Connection connection = this.current;
		if (connection != null) {
			try {
				connection.abort(Runnable::run);
			}
			catch (SQLException ex) {
				// The explanation ends by its timeouts in this case.
			}
		}
	}

	/**
	 * The result of an explanation.
	 *
	 * @param at the time of the explanation, in nanoseconds
	 * @param sentence the result
	 */
	private record Answer(long at, Optional<String> sentence) {

	}

}
