package io.perfstarter.reporting.verdict;

import io.perfstarter.reporting.window.Part;
import io.perfstarter.reporting.window.PoolWindow;
import org.jspecify.annotations.Nullable;

/**
 * Connections were waited for although the pool was not exhausted: those in it are dead
 * or slow to validate, or new ones are slow to open.
 */
final class DeadConnections implements Rule {

	/**
	 * How many waits there must be for each slow request if all connections were lent at
	 * some time; fewer are by chance, a connection comes back while another is handed
	 * over.
	 */
	static final double WAITS = 0.5;

	@Override
	public @Nullable Verdict judge(Case judged) {
		PoolWindow pool = judged.pool();
		if (pool == null || pool.max() <= 0 || PoolTooSmall.busy(judged, pool) >= PoolTooSmall.BUSY) {
			return null;
		}
		boolean exhausted = pool.peak() >= pool.max();
		boolean idle = pool.waitsWithIdle() > 0 && (!exhausted || judged.eachOfPeriod(pool.waitsWithIdle()) >= WAITS);
		boolean opening = !exhausted
				&& (pool.refused() > 0 || judged.each(judged.parts().nanos(Part.POOL)) <= pool.longestWait());
		if (!idle && !opening) {
			return null;
		}
		return judged.verdict(Cause.DEAD_CONNECTIONS, pool.name(), judged.share(Part.POOL),
				"A connection was waited for up to %s, %s times with others idle; at most %s of %s were lent."
					.formatted(Figures.time(pool.longestWait()), pool.waitsWithIdle(), pool.peak(), pool.max()),
				"Set spring.datasource.hikari.max-lifetime and keepalive-time below the timeouts of database and firewall, and see whether the database takes new connections.");
	}

}
