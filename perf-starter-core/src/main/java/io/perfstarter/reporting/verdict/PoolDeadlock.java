package io.perfstarter.reporting.verdict;

import io.perfstarter.reporting.window.Part;
import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.reporting.window.ThreadsWindow;
import org.jspecify.annotations.Nullable;

/**
 * Threads that hold a connection wait for another one, and none is left. A thread that
 * needs only one may wait, but not in a circle.
 */
final class PoolDeadlock implements Rule {

	/**
	 * How many connections a thread must want at once.
	 */
	static final int SEVERAL = 2;

	/**
	 * Connections that are used for more than this work on.
	 */
	static final double USED = 0.1;

	/**
	 * Connections that are held for remote calls for more than this wait for those.
	 */
	static final double REMOTE = 0.5;

	@Override
	public @Nullable Verdict judge(Case judged) {
		PoolWindow pool = judged.pool();
		int connections = judged.requests().connections();
		if (pool == null || pool.max() <= 0 || connections < SEVERAL || pool.peak() < pool.max()
				|| pool.sqlShare() >= USED || pool.remote() >= REMOTE * pool.leased()
				|| (pool.refused() == 0 && pool.waiting() == 0)) {
			return null;
		}
		return judged.verdict(Cause.POOL_DEADLOCK_RISK, pool.name(), judged.share(Part.POOL),
				"A thread wants %s connections at once, all %s are lent and used for %s; %s were refused, %s wait."
					.formatted(connections, pool.max(), Figures.percent(pool.sqlShare()), pool.refused(),
							pool.waiting()),
				"Let a thread need one connection only (REQUIRES_NEW takes a second), or set spring.datasource.hikari.maximum-pool-size to %s at least."
					.formatted(floor(judged.window().threads(), connections)));
	}

	/**
	 * With so many connections one thread can always go on; HikariCP's wiki.
	 */
	private static String floor(@Nullable ThreadsWindow threads, int connections) {
		return (threads != null && threads.max() > 0) ? String.valueOf(threads.max() * (connections - 1) + 1)
				: "threads x %s + 1".formatted(connections - 1);
	}

}
