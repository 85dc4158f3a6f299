package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.reporting.window.ThreadSamples;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Names {@link Cause#DEAD_CONNECTIONS}: stacks show that callers wait until the pool has
 * checked idle connections, because those are dead or slow to validate.
 */
final class DeadConnectionsRule implements Rule {

	/**
	 * Minimum share of the samples of waiting threads in which the pool checks a
	 * connection.
	 */
	static final double MOST = 0.5;

	@Override
	public @Nullable Verdict judge(Diagnosis judged) {
		PoolWindow pool = judged.pool();
		ThreadSamples samples = judged.slowFigures().samples();
		if (pool == null || samples.poolChecks() == 0 || samples.poolChecks() < MOST * samples.poolWaits()) {
			return null;
		}
		return judged.verdict(Cause.DEAD_CONNECTIONS, pool.name(), judged.share(TimeComponent.POOL),
				"Requests waited up to %s for a connection; in %s of %s samples the pool checked an idle connection whose database did not answer."
					.formatted(Figures.time(pool.longestWait()), samples.poolChecks(), samples.poolWaits()),
				"Set spring.datasource.hikari.max-lifetime and keepalive-time below the idle timeouts of the database and the firewall; remove a slow spring.datasource.hikari.connection-test-query.");
	}

}
