package io.perfstarter.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import io.perfstarter.coherence.guard.LocalCaches;
import io.perfstarter.coherence.postgres.LogDatabase;

/**
 * What the log in PostgreSQL costs: its triggers per statement, beside the same statement
 * without them, and ten instances that read it.
 */
final class LogCost implements Experiment {

	private static final int READERS = 10;

	@Override
	public Report run(boolean smoke) throws Exception {
		Report report = new Report("The log in PostgreSQL");
		try (LogDatabase database = new LogDatabase()) {
			for (String table : List.of("plain", "watched")) {
				database.run("create table %s (id bigint primary key, lot_id bigint, note text)".formatted(table));
				database
					.run("insert into %s select id, id %% 100, '' from generate_series(1, 100000) id".formatted(table));
			}
			database.run("select perf_starter.watch('watched', 'tickets', 'id', 'lot_id')");
			triggers(report, database, 1, smoke ? 10 : 5_000);
			triggers(report, database, 100, smoke ? 2 : 500);
			triggers(report, database, 100_000, smoke ? 1 : 11);
			readers(report, database, Duration.ofSeconds(smoke ? 2 : 30));
		}
		return report;
	}

	private static void triggers(Report report, LogDatabase database, int rows, int statements) throws SQLException {
		try (Connection connection = database.connect()) {
			long[] plain = new long[statements];
			long[] watched = new long[statements];
			for (int i = 0; i < statements; i++) {
				plain[i] = update(connection, "plain", rows);
				watched[i] = update(connection, "watched", rows);
			}
			double without = new Latencies(plain).millis(0.5);
			double with = new Latencies(watched).millis(0.5);
			report.row("an update of %,d rows, median of %d, without and with triggers".formatted(rows, statements),
					String.format(Locale.ROOT, "%.3f ms and %.3f ms, %.2f times", without, with, with / without));
		}
	}

	private static long update(Connection connection, String table, int rows) throws SQLException {
		try (PreparedStatement statement = connection
			.prepareStatement("update %s set note = 'changed' where id <= ?".formatted(table))) {
			statement.setLong(1, rows);
			long start = System.nanoTime();
			statement.executeUpdate();
			return System.nanoTime() - start;
		}
	}

	private static void readers(Report report, LogDatabase database, Duration watched) throws Exception {
		List<LogMember> members = new ArrayList<>();
		try {
			for (int i = 0; i < READERS; i++) {
				members.add(LogMember.inDatabase(database, new LocalCaches(List::of)));
			}
			LogMember.awaitReading(members);
			Processor processor = new Processor();
			processor.start();
			long before = transactions(database);
			Thread.sleep(watched.toMillis());
			double seconds = watched.toMillis() / 1e3;
			report.row("transactions of %d idle readers in a second".formatted(READERS),
					String.format(Locale.ROOT, "%.1f", (transactions(database) - before) / seconds));
			report.row("their processor time, without that of the database",
					String.format(Locale.ROOT, "%.2f %% of one", processor.millis() / watched.toMillis() * 100));
			report.row("their connections", database
				.run("select count(*) from pg_stat_activity where application_name like 'perf-starter-log%'"));
		}
		finally {
			members.forEach(LogMember::close);
		}
	}

	private static long transactions(LogDatabase database) throws SQLException {
		database.run("select pg_stat_force_next_flush()");
		return Long.parseLong(database.run("select xact_commit from pg_stat_database where datname = 'postgres'"));
	}

}
