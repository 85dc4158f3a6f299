package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Names {@link Cause#DEAD_CONNECTIONS}: callers waited although the pool was not
 * exhausted, because its connections are dead or slow to validate, or because opening a
 * connection is slow.
 */
final class DeadConnectionsRule implements Rule {

	/**
	 * Minimum number of waits with idle connections per slow request if all connections
	 * were active at some time. Fewer happen by chance when a connection is returned
	 * during a handover.
	 */
	static final double WAITS = 0.5;

	@Override
	public @Nullable Verdict judge(Diagnosis judged) {
		PoolWindow pool = judged.pool();
		if (pool == null || pool.max() <= 0 || PoolTooSmallRule.busy(judged, pool) >= PoolTooSmallRule.BUSY) {
			return null;
		}
		boolean exhausted = pool.peak() >= pool.max();
		boolean idle = pool.waitsWithIdle() > 0 && (!exhausted || judged.eachOfPeriod(pool.waitsWithIdle()) >= WAITS);
		boolean opening = !exhausted && (pool.refused() > 0
				|| judged.each(judged.breakdown().nanos(TimeComponent.POOL)) <= pool.longestWait());
		if (!idle && !opening) {
			return null;
		}
		return judged.verdict(Cause.DEAD_CONNECTIONS, pool.name(), judged.share(TimeComponent.POOL),
				"Requests waited up to %s for a connection, %s times while connections were idle; at most %s of %s were active."
					.formatted(Figures.time(pool.longestWait()), pool.waitsWithIdle(), pool.peak(), pool.max()),
				"Set spring.datasource.hikari.max-lifetime and keepalive-time below the idle timeouts of the database and the firewall, and check that the database accepts new connections.");
	}

}
