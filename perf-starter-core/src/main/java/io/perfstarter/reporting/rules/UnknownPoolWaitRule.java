package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.reporting.window.TimeComponent;

/**
 * Names {@link Cause#UNSURE}: requests wait for connections, and the pool measurements do
 * not explain it. Always matches.
 */
final class UnknownPoolWaitRule implements Rule {

	@Override
	public Verdict judge(Diagnosis judged) {
		PoolWindow pool = judged.pool();
		String evidence = (pool != null)
				? "Requests waited for a connection, but at most %s of %s were active in this period."
					.formatted(pool.peak(), Figures.count(pool.max()))
				: "Requests waited for a connection; the state of the pool is not known.";
		return judged.verdict(Cause.UNSURE, (pool != null) ? pool.name() : "", judged.share(TimeComponent.POOL),
				evidence, "Check the log of the pool (logging.level.com.zaxxer.hikari=debug).");
	}

}
