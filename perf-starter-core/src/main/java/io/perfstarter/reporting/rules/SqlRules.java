package io.perfstarter.reporting.rules;

import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.RequestFigures;
import io.perfstarter.reporting.window.SessionsWindow;
import io.perfstarter.reporting.window.TimeComponent;
import io.perfstarter.reporting.window.Use;
import org.jspecify.annotations.Nullable;

/**
 * Rules for causes in statements and in the database that executes them.
 */
final class SqlRules {

	/**
	 * The time of statements.
	 */
	static final List<TimeComponent> STATEMENTS = List.of(TimeComponent.SQL, TimeComponent.FETCH);

	/**
	 * Components that take longer while the database is slow.
	 */
	private static final List<TimeComponent> DATABASE = List.of(TimeComponent.POOL, TimeComponent.SQL,
			TimeComponent.FETCH);

	/**
	 * Minimum share of the active sessions that wait for a lock.
	 */
	static final double LOCKED = 0.5;

	/**
	 * Minimum number of sessions that run at once, for each processor of the database.
	 */
	static final double SATURATED = 1.5;

	/**
	 * Number of statements per request above which there are too many.
	 */
	static final int MANY = 20;

	/**
	 * Maximum average time of a short statement, in nanoseconds.
	 */
	static final long SHORT = 10_000_000;

	/**
	 * Number of rows in a request that is too large.
	 */
	static final long MANY_ROWS = 5000;

	/**
	 * Number of rows in a request that is too large if fetching takes longer than
	 * executing, or if the rows fill memory.
	 */
	static final long SOME_ROWS = 1000;

	/**
	 * Allocated bytes of a request above which its rows fill memory.
	 */
	static final long MEMORY = 10 * 1024 * 1024;

	/**
	 * Minimum number of executions of one statement per request that are too many however
	 * long each takes.
	 */
	static final int COUNTLESS = 100;

	/**
	 * A statement that takes most of the time, but returns a smaller share of the rows,
	 * is slow for another reason.
	 */
	static final double FEW_ROWS = 0.1;

	static final String EXPLAIN = "Check with EXPLAIN (ANALYZE) whether an index is missing, and whether the statement waits for a lock of another transaction.";

	static final String FETCH = "Fetch the rows in fewer round trips, with a fetch size of 1000 (hibernate.jdbc.fetch_size, JdbcTemplate.setFetchSize), or read fewer rows; check the network to the database.";

	private static final Pattern SEQUENCE = Pattern.compile("\\b(?:nextval|next value for)\\b",
			Pattern.CASE_INSENSITIVE);

	// Several of these statements can be one batch.
	private static final Pattern CHANGE = Pattern.compile("\\s*(insert|update|delete|merge)\\b",
			Pattern.CASE_INSENSITIVE);

	private static final Pattern JOIN = Pattern.compile("\\bjoin\\b", Pattern.CASE_INSENSITIVE);

	private static final String LOAD_AT_ONCE = "Load the related rows with one statement: a fetch join, an entity graph, or @BatchSize.";

	private SqlRules() {
	}

	/**
	 * {@link Cause#DATABASE_LOCK}: statements wait in the database for a lock of another
	 * transaction, among them the costliest one, unless requests mainly wait for
	 * connections.
	 */
	static @Nullable Verdict databaseLock(Diagnosis judged) {
		double share = judged.share(DATABASE);
		return judged.databases()
			.filter((database) -> database.lockedShare() >= LOCKED)
			.filter((database) -> !judged.waitsForStatements() || judged.costliest() == null
					|| database.waiting().contains(judged.costliestStatement()))
			.findFirst()
			.map((sessions) -> judged.verdict(Cause.DATABASE_LOCK, costliestThatWaits(judged, sessions), share,
					"Statements and waits for their connections take %s of the time; according to the database, in %s looks %s of %s sessions that execute statements of this application waited for a lock.%s"
						.formatted(Figures.percent(share), sessions.answers(), sessions.locked(), sessions.active(),
								sessions.holder().isEmpty() ? "" : " The lock is held by " + sessions.holder() + "."),
					sessions.idleHolder()
							? "Commit earlier: do nothing but statements between the change of a row and the end of its transaction. Set idle_in_transaction_session_timeout."
							: "Shorten the transactions that change these rows. Change rows that many requests want at the end of a transaction, and in the same order everywhere."))
			.orElse(null);
	}

	private static String costliestThatWaits(Diagnosis judged, SessionsWindow sessions) {
		return judged.slowFigures()
			.costliest()
			.stream()
			.map(Use::name)
			.filter(sessions.waiting()::contains)
			.findFirst()
			.or(() -> sessions.waiting().stream().sorted().findFirst())
			.orElse("");
	}

	/**
	 * {@link Cause#DATABASE_SATURATED}: more statements run in the database than it has
	 * processors. Their number must be configured.
	 */
	static @Nullable Verdict databaseSaturated(Diagnosis judged) {
		double share = judged.share(DATABASE);
		return judged.databases()
			.filter((database) -> database.processors() > 0
					&& database.runningAtOnce() >= SATURATED * database.processors())
			.findFirst()
			.map((sessions) -> judged.verdict(Cause.DATABASE_SATURATED, judged.costliestStatement(), share,
					"Statements and waits for their connections take %s of the time; in the database, %s sessions ran at once without waiting, on %s processors."
						.formatted(Figures.percent(share), Figures.count(sessions.runningAtOnce()),
								sessions.processors()),
					"Make the statements that run most often cheaper, or give the database more processors. A larger connection pool makes the database slower."))
			.orElse(null);
	}

	/**
	 * {@link Cause#N_PLUS_ONE}: a request executes many short statements.
	 */
	static @Nullable Verdict nPlusOne(Diagnosis judged) {
		RequestFigures figures = judged.slowFigures();
		double each = judged.perSlowRequest(figures.statements());
		long spent = judged.breakdown().nanos(TimeComponent.SQL) + judged.breakdown().nanos(TimeComponent.FETCH);
		Use repeated = judged.costliest();
		boolean countless = repeated != null && judged.perSlowRequest(repeated.times()) >= COUNTLESS;
		if (each <= MANY || (!countless && spent >= SHORT * figures.statements())) {
			return null;
		}
		if (repeated != null
				&& (endsTransactions(repeated) || (!countless && repeated.nanos() >= SHORT * repeated.times()))) {
			// A commit or rollback reads nothing. One slow statement among many short
			// ones is SLOW_SQL.
			return null;
		}
		return judged.verdict(Cause.N_PLUS_ONE, judged.costliestStatement(), judged.share(STATEMENTS),
				"A slow request executes %s statements of %s each; the most expensive one is repeated %s times."
					.formatted(Figures.count(each), Figures.time((double) spent / figures.statements()),
							Figures.count((repeated != null) ? judged.perSlowRequest(repeated.times()) : Double.NaN)),
				(repeated != null) ? fewer(repeated) : LOAD_AT_ONCE);
	}

	private static boolean endsTransactions(Use statement) {
		return statement.name().equals("COMMIT") || statement.name().equals("ROLLBACK");
	}

	private static String fewer(Use repeated) {
		if (SEQUENCE.matcher(repeated.name()).find()) {
			return "Fetch blocks of keys: raise allocationSize of @SequenceGenerator and the increment of the sequence to the same number.";
		}
		return CHANGE.matcher(repeated.name()).lookingAt()
				? "Change the rows in batches: JdbcTemplate.batchUpdate or, with Hibernate, hibernate.jdbc.batch_size (without effect on inserts with identity columns). Or change all of them with one statement."
				: LOAD_AT_ONCE;
	}

	/**
	 * {@link Cause#BIG_RESULT}: a request reads too many rows. A driver may read all rows
	 * while it executes the statement, so the fetch time alone is no evidence.
	 */
	static @Nullable Verdict bigResult(Diagnosis judged) {
		double share = judged.share(STATEMENTS);
		double fetch = judged.share(TimeComponent.FETCH);
		double sql = judged.share(TimeComponent.SQL);
		boolean told = fetch > sql || judged.perSlowRequest(judged.slowFigures().allocated()) > MEMORY;
		if (share < CausalOrder.FURTHER
				|| judged.perSlowRequest(judged.slowFigures().rows()) < (told ? SOME_ROWS : MANY_ROWS)
				|| isSlowWithFewRows(judged)) {
			return null;
		}
		return bigResult(judged, share, "Fetching rows takes %s of the time and executing statements %s."
			.formatted(Figures.percent(fetch), Figures.percent(sql)));
	}

	/**
	 * {@link Cause#BIG_RESULT}: requests read a large result, whose garbage causes the
	 * collections. A larger heap would only hold a larger result.
	 */
	static @Nullable Verdict garbageOfRows(Diagnosis judged) {
		boolean large = judged.costliest() != null && judged.perSlowRequest(judged.slowFigures().rows()) >= MANY_ROWS
				&& !judged.machine().gc().outside().isMost();
		return large ? bigResult(judged, judged.share(TimeComponent.JVM_PAUSE), GcRules.stops(judged)) : null;
	}

	/**
	 * Returns whether the statement that takes most of the time returns few of the rows.
	 */
	private static boolean isSlowWithFewRows(Diagnosis judged) {
		Use costliest = judged.costliest();
		long spent = judged.breakdown().nanos(TimeComponent.SQL) + judged.breakdown().nanos(TimeComponent.FETCH);
		return costliest != null && costliest.nanos() > spent / 2
				&& costliest.rows() < FEW_ROWS * judged.slowFigures().rows();
	}

	private static Verdict bigResult(Diagnosis judged, double share, String evidence) {
		RequestFigures figures = judged.slowFigures();
		String biggest = figures.costliest()
			.stream()
			.max(Comparator.comparingLong(Use::rows))
			.map(Use::name)
			.orElse("");
		// Several joined collections multiply their rows, and a page of such rows would
		// cut through objects.
		boolean multiplied = JOIN.matcher(biggest).results().count() > 1;
		return judged.verdict(Cause.BIG_RESULT, biggest, share,
				"A slow request reads %s rows and allocates %s. %s".formatted(
						Figures.count(judged.perSlowRequest(figures.rows())),
						Figures.bytes((figures.allocated() > 0) ? Math.round(judged.perSlowRequest(figures.allocated()))
								: -1),
						evidence),
				multiplied
						? "If this statement joins several collections, their rows multiply: fetch one of them, and the others with statements of their own (with Hibernate: @BatchSize or a second query)."
						: "Read pages (Pageable) and only the required columns, or stream with a fetch size of 1000 in a transaction.");
	}

	/**
	 * {@link Cause#SLOW_SQL}: a few statements with few rows take long. Always matches.
	 */
	static Verdict slowSql(Diagnosis judged) {
		double share = judged.share(STATEMENTS);
		Use statement = judged.costliest();
		if (statement == null) {
			return judged.verdict(Cause.SLOW_SQL, "", share,
					"Statements take %s of the time; their text is not known.".formatted(Figures.percent(share)),
					"Check the slow statement log of the database.");
		}
		boolean fetches = judged.share(TimeComponent.FETCH) > judged.share(TimeComponent.SQL);
		return judged.verdict(Cause.SLOW_SQL, statement.name(), share,
				"Statements take %s of the time; the most expensive takes %s on average and %s at most, and runs %s in a slow request.%s"
					.formatted(Figures.percent(share), Figures.time(statement.mean()),
							Figures.time(statement.longest()), Figures.times(judged.perSlowRequest(statement.times())),
							fetches ? " Most of it is the fetching of %s rows in a slow request."
								.formatted(Figures.count(judged.perSlowRequest(judged.slowFigures().rows()))) : ""),
				fetches ? FETCH : endsTransactions(statement)
						? "Combine related work in one transaction, and check what the database waits for at commit: deferred constraints and triggers, its disk or a standby."
						: EXPLAIN);
	}

}
