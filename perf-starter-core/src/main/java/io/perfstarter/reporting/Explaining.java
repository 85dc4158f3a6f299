package io.perfstarter.reporting;

import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;

import io.perfstarter.reporting.explain.ConnectionSource;
import io.perfstarter.reporting.explain.ExplainProbe;
import io.perfstarter.reporting.ledger.Requests;
import io.perfstarter.reporting.verdict.Cause;
import io.perfstarter.reporting.verdict.Verdict;
import io.perfstarter.reporting.window.PoolWindow;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Asks the database why a statement is slow, if that is wanted. Confined to one thread.
 */
final class Explaining {

	private static final Log logger = LogFactory.getLog(Explaining.class);

	private static final Duration PATIENCE = Duration.ofSeconds(5);

	private final Map<String, ExplainProbe> probes = new ConcurrentHashMap<>();

	private final @Nullable PoolSource pools;

	private final Aside aside;

	private final Requests requests;

	Explaining(ReportingSources sources, Aside aside, Requests requests) {
		this.pools = (sources.explain()) ? sources.pools() : null;
		this.aside = aside;
		this.requests = requests;
	}

	/**
	 * Adds to the verdict on a slow statement what its plan says.
	 * @param judged a period
	 * @return the same, or one with a remedy that says more
	 */
	JudgedWindow explain(JudgedWindow judged) throws InterruptedException {
		Verdict verdict = judged.verdict();
		PoolSource pools = this.pools;
		if (pools == null || verdict == null || verdict.cause() != Cause.SLOW_SQL) {
			return judged;
		}
		// Its pool is not known; where there are several, replicas have the same plans.
		String pool = judged.window()
			.pools()
			.stream()
			.max(Comparator.comparingLong(PoolWindow::sql))
			.map(PoolWindow::name)
			.orElse("");
		String sql = this.requests.fullText(verdict.subject());
		ConnectionSource database = (pools.states().containsKey(pool)) ? pools.database(pool) : null;
		String plan = (sql != null && database != null) ? plan(pool, database, sql) : null;
		return (plan != null) ? new JudgedWindow(judged.window(), verdict.adding("Its plan: " + plan + ".")) : judged;
	}

	private @Nullable String plan(String pool, ConnectionSource database, String sql) throws InterruptedException {
		ExplainProbe probe = this.probes.computeIfAbsent(pool, (name) -> new ExplainProbe(database, System::nanoTime));
		try {
			Optional<String> plan = this.aside.await(() -> probe.explain(sql), PATIENCE);
			return (plan != null) ? plan.orElse(null) : null;
		}
		catch (ExecutionException ex) {
			logger.debug("There is no plan", ex.getCause());
			return null;
		}
	}

}
