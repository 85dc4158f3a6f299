package io.perfstarter.reporting.verdict;

import io.perfstarter.reporting.window.Part;
import io.perfstarter.reporting.window.PoolWindow;
import org.jspecify.annotations.Nullable;

/**
 * Connections are held for longer than they are used: a larger pool would only hold more
 * of them.
 */
final class HeldIdle implements Rule {

	/**
	 * Connections that are used for less of the time they are lent are held idle;
	 * research 3.4, rule 7.
	 */
	static final double USED = 0.5;

	/**
	 * From which share of a lease on a remote call is what it is held for.
	 */
	static final double REMOTE = 0.3;

	@Override
	public @Nullable Verdict judge(Case judged) {
		PoolWindow pool = judged.pool();
		if (pool == null || pool.sqlShare() >= USED) {
			return null;
		}
		double remote = (pool.remote() >= 0) ? (double) pool.remote() / pool.leased() : Double.NaN;
		return judged.verdict(Cause.CONNECTION_HELD_IDLE, pool.name(), judged.share(Part.POOL),
				"%s of %s connections were lent at most, and used for %s of that time; remote calls took %s of it."
					.formatted(pool.peak(), Figures.count(pool.max()), Figures.percent(pool.sqlShare()),
							Figures.percent(remote)),
				(remote >= REMOTE)
						? "Move the call of %s out of @Transactional, and with JPA set spring.jpa.open-in-view=false."
							.formatted(target(judged))
						: "Begin @Transactional after the work that needs no connection, and with JPA set spring.jpa.open-in-view=false.");
	}

	private static String target(Case judged) {
		return judged.requests().remotes().isEmpty() ? "the other process"
				: judged.requests().remotes().get(0).target();
	}

}
