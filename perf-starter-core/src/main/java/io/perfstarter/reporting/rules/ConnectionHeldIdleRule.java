package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.reporting.window.ThreadSamples;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Names {@link Cause#CONNECTION_HELD_IDLE}: connections are borrowed for much longer than
 * statements run on them. A larger pool would only hold more idle connections.
 */
final class ConnectionHeldIdleRule implements Rule {

	/**
	 * Maximum share of the borrowed time with statements.
	 */
	static final double USED = 0.5;

	/**
	 * Minimum share of the borrowed time with remote calls for these to be the reason.
	 */
	static final double REMOTE = 0.3;

	@Override
	public @Nullable Verdict judge(Diagnosis judged) {
		PoolWindow pool = judged.pool();
		if (pool == null || pool.sqlShare() >= USED) {
			return null;
		}
		double remote = (pool.remote() >= 0) ? (double) pool.remote() / pool.borrowedNanos() : Double.NaN;
		if (!(remote >= REMOTE) && HiddenCpuWaitRule.processWaits(judged) && computed(judged)) {
			return new ProcessorsRule().judge(judged.counting(TimeComponent.POOL, TimeComponent.CPU_WAIT));
		}
		return judged.verdict(Cause.CONNECTION_HELD_IDLE, pool.name(), judged.share(TimeComponent.POOL),
				"At most %s of %s connections were active, and statements ran on them for %s of that time; remote calls took %s of it."
					.formatted(pool.peak(), Figures.count(pool.max()), Figures.percent(pool.sqlShare()),
							Figures.percent(remote)),
				(remote >= REMOTE)
						? "Move the call to %s out of @Transactional, and with JPA set spring.jpa.open-in-view=false."
							.formatted(target(judged))
						: "Start @Transactional after the work that needs no connection, and with JPA set spring.jpa.open-in-view=false.");
	}

	/**
	 * Returns whether threads were seen to compute, so that they hold their connections
	 * for longer if they do not get a processor.
	 */
	private static boolean computed(Diagnosis judged) {
		ThreadSamples samples = judged.slowFigures().samples();
		return samples.all() > 0 && samples.count(SeenComputingRule.COMPUTING) >= SeenRule.MOST * samples.all();
	}

	private static String target(Diagnosis judged) {
		return judged.slowFigures().remotes().isEmpty() ? "the other service"
				: judged.slowFigures().remotes().get(0).target();
	}

}
