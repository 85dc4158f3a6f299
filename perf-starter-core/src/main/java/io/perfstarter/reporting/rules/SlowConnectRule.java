package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.reporting.window.SessionsWindow;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Names {@link Cause#CONNECTIONS_REFUSED} or {@link Cause#SLOW_CONNECT}: callers wait
 * although the pool could have more connections, because the database refuses new ones or
 * opening them takes long.
 */
final class SlowConnectRule implements Rule {

	@Override
	public @Nullable Verdict judge(Diagnosis judged) {
		PoolWindow pool = judged.pool();
		boolean waited = pool != null && (pool.refused() > 0
				|| judged.each(judged.breakdown().nanos(TimeComponent.POOL)) <= pool.longestWait());
		if (pool == null || pool.peak() >= pool.max() || !waited
				|| PoolTooSmallRule.busy(judged, pool) >= PoolTooSmallRule.BUSY) {
			return null;
		}
		String evidence = "Requests waited up to %s for a connection, and %s timed out; at most %s of %s were active."
			.formatted(Figures.time(pool.longestWait()), pool.refused(), pool.peak(), pool.max());
		return judged.sessions(pool)
			.filter((sessions) -> !sessions.refusal().isEmpty())
			.map((sessions) -> refused(judged, evidence, sessions))
			.orElseGet(() -> judged.verdict(Cause.SLOW_CONNECT, pool.name(), judged.share(TimeComponent.POOL), evidence,
					"Keep connections open: leave spring.datasource.hikari.minimum-idle equal to maximum-pool-size. Check what a new connection waits for: name lookup, network, TLS, authentication."));
	}

	private static Verdict refused(Diagnosis judged, String evidence, SessionsWindow sessions) {
		return judged.verdict(Cause.CONNECTIONS_REFUSED, sessions.pool(), judged.share(TimeComponent.POOL),
				evidence + " A connection outside of the pool failed, too: %s.".formatted(sessions.refusal()),
				"If the database has too many connections, use smaller pools on all its clients, or a connection pooler such as PgBouncer; check that it is up and that the credentials are valid.");
	}

}
