package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.reporting.window.StatementUse;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Names {@link Cause#POOL_TOO_SMALL}: all connections are in use, and demand exceeds the
 * pool size.
 */
final class PoolTooSmallRule implements Rule {

	/**
	 * Maximum average utilization of a pool before requests queue.
	 */
	static final double BUSY = 0.8;

	/**
	 * Minimum average time of a statement that is slow, which is a reason besides the
	 * pool size; in nanoseconds.
	 */
	static final long SLOW = 100_000_000;

	/**
	 * Minimum share of that statement in the statement time of the pool.
	 */
	static final double MOST = 0.5;

	private static final int SQL_LENGTH = 80;

	@Override
	public @Nullable Verdict judge(Diagnosis judged) {
		PoolWindow pool = judged.pool();
		if (pool == null || pool.max() <= 0 || (busy(judged, pool) < BUSY && pool.peak() < pool.max())) {
			return null;
		}
		double mean = (double) pool.borrowedNanos() / Math.max(1, Math.max(pool.usages(), pool.active()));
		double rate = pool.requests() / judged.seconds();
		long need = (long) Math.ceil(rate * mean / 1e9 / BUSY);
		return judged.verdict(Cause.POOL_TOO_SMALL, pool.name(), judged.share(TimeComponent.POOL),
				"Of %s connections, %s were active on average and %s at most, for %s each, with statements for %s of that time; demand is %s connections per second."
					.formatted(pool.max(), Figures.count(lent(judged, pool)), pool.peak(), Figures.time(mean),
							Figures.percent(pool.sqlShare()), Figures.count(rate)),
				remedy(pool, need, slow(judged, pool)) + running(judged, pool));
	}

	/**
	 * Returns what a larger pool would meet in the database, empty if it was not asked.
	 */
	private static String running(Diagnosis judged, PoolWindow pool) {
		return judged.sessions(pool)
			.filter((sessions) -> sessions.running() > 0)
			.map((sessions) -> " In the database %s sessions ran at once without waiting; if it has fewer processors than that, a larger pool makes it slower%s."
				.formatted(Figures.count(sessions.runningAtOnce()),
						(sessions.processors() != 0) ? ""
								: ": set perf-starter.reporting.database-cores to let this be checked"))
			.orElse("");
	}

	/**
	 * Returns the average utilization of a pool, by Little's law.
	 */
	static double busy(Diagnosis judged, PoolWindow pool) {
		return lent(judged, pool) / Math.max(1, pool.max());
	}

	private static double lent(Diagnosis judged, PoolWindow pool) {
		return judged.ofPeriod(pool.borrowedNanos());
	}

	private static String remedy(PoolWindow pool, long need, @Nullable StatementUse slow) {
		if (slow != null) {
			return "First speed up this statement, which takes %s per execution: %s; without that, spring.datasource.hikari.maximum-pool-size must be %s."
				.formatted(Figures.time((double) slow.nanos() / slow.executions()),
						Figures.shortened(slow.sql(), SQL_LENGTH), Math.max(need, pool.max() + 1));
		}
		return (need > pool.max())
				? "Set spring.datasource.hikari.maximum-pool-size to %s, if the database supports that many connections."
					.formatted(need)
				: "Set spring.datasource.hikari.maximum-pool-size above %s, or smooth the bursts of requests."
					.formatted(pool.max());
	}

	private static @Nullable StatementUse slow(Diagnosis judged, PoolWindow pool) {
		return judged.slowFigures()
			.costliest()
			.stream()
			.filter((statement) -> statement.nanos() >= SLOW * statement.executions())
			.filter((statement) -> statement.nanos() >= MOST * pool.sql())
			.findFirst()
			.orElse(null);
	}

}
