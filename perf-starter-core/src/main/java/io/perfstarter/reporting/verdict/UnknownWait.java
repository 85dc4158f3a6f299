package io.perfstarter.reporting.verdict;

import io.perfstarter.reporting.window.Part;
import io.perfstarter.reporting.window.PoolWindow;

/**
 * Connections are waited for, and what is known of the pool does not say why.
 */
final class UnknownWait implements Rule {

	@Override
	public Verdict judge(Case judged) {
		PoolWindow pool = judged.pool();
		String evidence = (pool != null)
				? "Requests wait for a connection, but in this period at most %s of %s were lent."
					.formatted(pool.peak(), Figures.count(pool.max()))
				: "Requests wait for a connection; what its pool lends is n/a.";
		return judged.verdict(Cause.UNSURE, (pool != null) ? pool.name() : "", judged.share(Part.POOL), evidence,
				"Look at the pool's own log, logging.level.com.zaxxer.hikari=debug.");
	}

}
