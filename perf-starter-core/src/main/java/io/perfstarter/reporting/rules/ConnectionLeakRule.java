package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Names {@link Cause#CONNECTION_LEAK}: connections are borrowed, unused and not returned.
 */
final class ConnectionLeakRule implements Rule {

	@Override
	public @Nullable Verdict judge(Diagnosis judged) {
		PoolWindow pool = judged.pool();
		if (pool == null || pool.leaks().isEmpty()) {
			return null;
		}
		String line = pool.leaks().get(0);
		return judged.verdict(Cause.CONNECTION_LEAK, pool.name(), judged.share(TimeComponent.POOL),
				"At least %s connections are borrowed and unused for suspiciously long, for example: %s; %s of %s are active."
					.formatted(pool.leaks().size(), line, pool.active(), Figures.count(pool.max())),
				"Close this connection with try-with-resources or @Transactional: %s.".formatted(line));
	}

}
