package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.reporting.window.ThreadsWindow;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Names {@link Cause#POOL_DEADLOCK_RISK}: threads that hold a connection wait for
 * another, and none is idle. Threads that need only one connection cannot deadlock.
 */
final class PoolDeadlockRiskRule implements Rule {

	/**
	 * Minimum number of connections that a thread needs at once.
	 */
	static final int SEVERAL = 2;

	/**
	 * Maximum share of the borrowed time with statements. Above it the connections make
	 * progress.
	 */
	static final double USED = 0.1;

	/**
	 * Maximum share of the borrowed time with remote calls. Above it the threads wait for
	 * those calls.
	 */
	static final double REMOTE = 0.5;

	@Override
	public @Nullable Verdict judge(Diagnosis judged) {
		PoolWindow pool = judged.pool();
		int connections = judged.requests().connections();
		if (pool == null || pool.max() <= 0 || connections < SEVERAL || pool.peak() < pool.max()
				|| pool.sqlShare() >= USED || pool.remote() >= REMOTE * pool.borrowedNanos()
				|| (pool.refused() == 0 && pool.waiting() == 0)) {
			return null;
		}
		return judged.verdict(Cause.POOL_DEADLOCK_RISK, pool.name(), judged.share(TimeComponent.POOL),
				"A thread needs %s connections at once; all %s are active and used for %s of that time; %s requests timed out, %s wait."
					.formatted(connections, pool.max(), Figures.percent(pool.sqlShare()), pool.refused(),
							pool.waiting()),
				"Use one connection per thread: REQUIRES_NEW takes a second one. As long as it does, only a pool of at least %s connections cannot deadlock."
					.formatted(floor(judged.window().threads(), connections)));
	}

	/**
	 * Returns the minimum pool size that lets at least one thread proceed: one connection
	 * less than needed for each thread, and one more.
	 */
	private static String floor(@Nullable ThreadsWindow threads, int connections) {
		return (threads != null && threads.max() > 0) ? String.valueOf(threads.max() * (connections - 1) + 1)
				: "threads x %s + 1".formatted(connections - 1);
	}

}
