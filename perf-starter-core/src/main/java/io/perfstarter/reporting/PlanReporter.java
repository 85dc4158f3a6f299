package io.perfstarter.reporting;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import io.perfstarter.reporting.request.Requests;
import io.perfstarter.reporting.rules.Cause;
import io.perfstarter.reporting.rules.Verdict;
import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.reporting.window.Use;
import io.perfstarter.reporting.window.Window;

/**
 * Adds the query plan to periods with a slow statement, if {@code explain} is enabled.
 * Confined to one thread.
 */
final class PlanReporter {

	private static final Duration TIMEOUT = Duration.ofSeconds(5);

	private final Map<String, ExplainProbe> probes = new ConcurrentHashMap<>();

	private final ReportingSources sources;

	private final TimeLimitedCaller aside;

	private final Requests requests;

	PlanReporter(ReportingSources sources, TimeLimitedCaller aside, Requests requests) {
		this.sources = sources;
		this.aside = aside;
		this.requests = requests;
	}

	/**
	 * Adds the query plan of the slow statement.
	 * @param judged a period
	 * @return the same period, or one with a plan
	 * @throws InterruptedException if the thread is interrupted while it waits for the
	 * database
	 */
	JudgedWindow explain(JudgedWindow judged) throws InterruptedException {
		Verdict verdict = judged.verdict();
		if (!this.sources.explain() || verdict == null || verdict.cause() != Cause.SLOW_SQL) {
			return judged;
		}
		// The pool of the statement is not recorded. If several pools belong to replicas,
		// their plans are the same.
		String pool = judged.window()
			.pools()
			.stream()
			.filter((used) -> judged.window().isOfRequests(used.name()))
			.max(Comparator.comparingLong(PoolWindow::sql))
			.map(PoolWindow::name)
			.orElse("");
		String sql = this.requests.connections().fullText(verdict.subject());
		List<String> plan = (sql != null && this.sources.databases().apply(pool) != null) ? plan(pool, sql) : List.of();
		return plan.isEmpty() ? judged
				: new JudgedWindow(judged.window(), verdict, lines(plan, judged.window(), verdict.subject()));
	}

	/**
	 * Returns the plan below a heading with the observed figures.
	 */
	private static List<String> lines(List<String> plan, Window window, String statement) {
		String observed = window.requests()
			.slowFigures()
			.costliest()
			.stream()
			.filter((use) -> use.name().equals(statement))
			.findFirst()
			.map(PlanReporter::observed)
			.orElse("");
		return Stream.concat(Stream.of("Query plan." + observed), plan.stream()).toList();
	}

	private static String observed(Use use) {
		double executions = Math.max(1, use.times());
		return " The statement fetched %s rows in %s on average.".formatted(Figures.count(use.rows() / executions),
				Figures.time(use.nanos() / executions));
	}

	private List<String> plan(String pool, String sql) throws InterruptedException {
		// A refresh may replace the database of a pool.
		ExplainProbe probe = this.probes.computeIfAbsent(pool,
				(name) -> new ExplainProbe(() -> Objects.requireNonNull(this.sources.databases().apply(name)).call(),
						System::nanoTime));
		List<String> plan = this.aside.await(() -> probe.explain(sql), TIMEOUT);
		return (plan != null) ? plan : List.of();
	}

}
