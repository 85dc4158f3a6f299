package io.perfstarter.reporting.verdict;

import io.perfstarter.reporting.window.Part;
import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.reporting.window.StatementUse;
import org.jspecify.annotations.Nullable;

/**
 * All connections are in use, and used: more are asked for than there are.
 */
final class PoolTooSmall implements Rule {

	/**
	 * How much of a pool may be lent on average before requests queue; research 3.4, rule
	 * 6.
	 */
	static final double BUSY = 0.8;

	/**
	 * A statement that takes this long on average is slow, and should not be held against
	 * the pool alone; in nanoseconds.
	 */
	static final long SLOW = 100_000_000;

	/**
	 * How much of the use of the connections that statement must be.
	 */
	static final double MOST = 0.5;

	@Override
	public @Nullable Verdict judge(Case judged) {
		PoolWindow pool = judged.pool();
		if (pool == null || pool.max() <= 0 || (busy(judged, pool) < BUSY && pool.peak() < pool.max())) {
			return null;
		}
		double mean = (double) pool.leased() / Math.max(1, Math.max(pool.leases(), pool.active()));
		double rate = pool.requests() / judged.seconds();
		long need = (long) Math.ceil(rate * mean / 1e9 / BUSY);
		return judged.verdict(Cause.POOL_TOO_SMALL, pool.name(), judged.share(Part.POOL),
				"Of %s connections %s were lent on average and %s at most, for %s each and used for %s of it; %s were asked for in a second."
					.formatted(pool.max(), Figures.number(lent(judged, pool)), pool.peak(), Figures.time(mean),
							Figures.percent(pool.sqlShare()), Figures.number(rate)),
				remedy(pool, need, slow(judged, pool)));
	}

	/**
	 * How much of a pool was lent on average, by Little's law.
	 */
	static double busy(Case judged, PoolWindow pool) {
		return lent(judged, pool) / Math.max(1, pool.max());
	}

	private static double lent(Case judged, PoolWindow pool) {
		return judged.ofPeriod(pool.leased());
	}

	private static String remedy(PoolWindow pool, long need, @Nullable StatementUse slow) {
		if (slow != null) {
			return "Make this statement faster first, it takes %s each time: %s; as it is, spring.datasource.hikari.maximum-pool-size would have to be %s."
				.formatted(Figures.time((double) slow.nanos() / slow.executions()), Figures.line(slow.sql()),
						Math.max(need, pool.max() + 1));
		}
		return (need > pool.max())
				? "Set spring.datasource.hikari.maximum-pool-size to %s, if the database can bear it.".formatted(need)
				: "Set spring.datasource.hikari.maximum-pool-size above %s, or spread the bursts."
					.formatted(pool.max());
	}

	private static @Nullable StatementUse slow(Case judged, PoolWindow pool) {
		return judged.requests()
			.costliest()
			.stream()
			.filter((statement) -> statement.nanos() >= SLOW * statement.executions())
			.filter((statement) -> statement.nanos() >= MOST * pool.sql())
			.findFirst()
			.orElse(null);
	}

}
