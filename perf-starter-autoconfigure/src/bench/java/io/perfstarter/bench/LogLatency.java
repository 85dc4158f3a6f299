package io.perfstarter.bench;

import java.time.Duration;
import java.util.Locale;

import io.perfstarter.coherence.postgres.LogDatabase;

/**
 * How long after the commit of a statement the last of ten instances has evicted, if all
 * read the log in PostgreSQL, and if the instance that runs it also tells the others.
 */
final class LogLatency implements Experiment {

	@Override
	public Report run(boolean smoke) throws Exception {
		int instances = smoke ? 3 : 10;
		Report report = new Report("Commit to last eviction, %d instances that read the log".formatted(instances));
		try (LogDatabase database = new LogDatabase()) {
			DatabaseRoute.prepare(database);
			for (boolean hints : new boolean[] { false, true }) {
				for (int perSecond : new int[] { 10, 200 }) {
					try (Route route = new DatabaseRoute(database, instances, hints)) {
						Latencies latencies = Route.measure(route, perSecond, Duration.ofSeconds(2),
								Duration.ofSeconds(smoke ? 1 : 60));
						report.row(
								"%d/s, %s".formatted(perSecond,
										hints ? "with hints among the instances" : "from the log alone"),
								String.format(Locale.ROOT, "p50 %.1f ms, p99 %.1f ms", latencies.millis(0.5),
										latencies.millis(0.99)));
					}
				}
			}
		}
		return report;
	}

}
