package io.perfstarter.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.coherence.LogFanOut;
import io.perfstarter.coherence.log.LogTimings;
import io.perfstarter.coherence.postgres.LogDatabase;
import io.perfstarter.coherence.postgres.PostgresLog;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.LocalSide;
import io.perfstarter.coherence.protocol.PendingCommits;

/**
 * How long after the commit of a statement the last of ten instances has evicted, if all
 * read the log in PostgreSQL, and if the instance that runs it also tells the others.
 */
final class LogLatency implements Experiment {

	private static final int INSTANCES = 10;

	private static final int[] PER_SECOND = { 10, 200 };

	private static final Duration BOUND = Duration.ofSeconds(15);

	private int evicted;

	@Override
	public Report run(boolean smoke) throws Exception {
		Report report = new Report("Commit to last eviction, %d instances that read the log".formatted(INSTANCES));
		Duration measured = Duration.ofSeconds(smoke ? 1 : 60);
		List<AutoCloseable> parts = new ArrayList<>();
		try (LogDatabase database = new LogDatabase(); Cluster cluster = new Cluster(INSTANCES)) {
			database.run("create table changed (id bigint primary key, note text)");
			database.run("insert into changed select id, '' from generate_series(0, 100000) id");
			database.run("select perf_starter.watch('changed', '%s', 'id')".formatted(Instance.CACHE));
			try {
				for (Instance instance : cluster.all()) {
					parts.addAll(0, reader(database, instance));
				}
				for (int perSecond : PER_SECOND) {
					measure(report, database, cluster, perSecond, measured, false);
				}
				cluster.start();
				for (int perSecond : PER_SECOND) {
					measure(report, database, cluster, perSecond, measured, true);
				}
				cluster.stop();
			}
			finally {
				for (AutoCloseable part : parts) {
					part.close();
				}
			}
		}
		return report;
	}

	private static List<AutoCloseable> reader(LogDatabase database, Instance instance) {
		PostgresLog log = database.log("reader-" + instance.port);
		LocalSide local = new LocalSide(instance.copies, new FreshnessWatermark(BOUND, System::nanoTime),
				new PendingCommits(System::nanoTime));
		LogFanOut fanOut = new LogFanOut(log, new LogTimings(BOUND, Duration.ofSeconds(1)), local, (events) -> {
		}, new SimpleMeterRegistry());
		fanOut.start();
		return List.of(fanOut, log);
	}

	private void measure(Report report, LogDatabase database, Cluster cluster, int perSecond, Duration measured,
			boolean hints) throws SQLException {
		int warmUp = 2 * perSecond;
		int total = warmUp + (int) measured.toSeconds() * perSecond;
		int from = this.evicted;
		this.evicted += total;
		Arrivals arrivals = new Arrivals(total, INSTANCES);
		cluster.all().forEach((instance) -> {
			AtomicIntegerArray arrived = new AtomicIntegerArray(total);
			instance.copies.evicted = (events) -> numbers(events, from, total)
				.filter((number) -> arrived.compareAndSet(number, 0, 1))
				.forEach(arrivals::arrived);
		});
		try (Connection connection = database.connect();
				PreparedStatement statement = connection
					.prepareStatement("update changed set note = 'changed' where id = ?")) {
			OpenLoop.run(perSecond, total, (number, due) -> {
				arrivals.due(number, System.nanoTime());
				change(statement, from + number);
				if (hints) {
					cluster.first().evict(from + number);
				}
			});
		}
		Latencies latencies = arrivals.latencies(warmUp);
		report.row("%d/s, %s".formatted(perSecond, hints ? "with hints among the instances" : "from the log alone"),
				String.format(Locale.ROOT, "p50 %.1f ms, p99 %.1f ms", latencies.millis(0.5), latencies.millis(0.99)));
	}

	private static IntStream numbers(List<Event> events, int from, int total) {
		return events.stream()
			.flatMap((event) -> event.ids().stream())
			.filter(Integer.class::isInstance)
			.mapToInt((id) -> (Integer) id - from)
			.filter((number) -> number >= 0 && number < total);
	}

	private static void change(PreparedStatement statement, int id) {
		try {
			statement.setLong(1, id);
			statement.executeUpdate();
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
