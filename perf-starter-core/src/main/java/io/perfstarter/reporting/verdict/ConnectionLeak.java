package io.perfstarter.reporting.verdict;

import io.perfstarter.reporting.window.Part;
import io.perfstarter.reporting.window.PoolWindow;
import org.jspecify.annotations.Nullable;

/**
 * Connections are lent and neither used nor returned.
 */
final class ConnectionLeak implements Rule {

	@Override
	public @Nullable Verdict judge(Case judged) {
		PoolWindow pool = judged.pool();
		if (pool == null || pool.leaks().isEmpty()) {
			return null;
		}
		String line = pool.leaks().get(0);
		return judged.verdict(Cause.CONNECTION_LEAK, pool.name(), judged.share(Part.POOL),
				"Connections are lent suspiciously long and not used, at %s places, such as %s; %s of %s are lent."
					.formatted(pool.leaks().size(), line, pool.active(), Figures.count(pool.max())),
				"Close the connection that is borrowed at %s, by try-with-resources or @Transactional."
					.formatted(line));
	}

}
