package io.perfstarter.bench;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.async.BoundedExecutors;
import io.perfstarter.async.ExecutorSettings.WhenFull;

import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

/**
 * For how long a request waits for a connection while 5,000 tasks that each want one are
 * submitted at once: to an executor without a limit, and to an executor with half of the
 * pool.
 */
final class PoolFlood implements Experiment {

	private static final int POOL = 10;

	private static final int PERMITS = POOL / 2;

	private static final int TASK_MILLIS = 5;

	private static final long PAUSE = Duration.ofMillis(1).toNanos();

	@Override
	public Report run(boolean smoke) throws Exception {
		int tasks = smoke ? 200 : 5_000;
		int rounds = smoke ? 1 : 5;
		Wait[] unguarded = new Wait[rounds];
		Wait[] guarded = new Wait[rounds];
		try (HikariDataSource pool = pool();
				SimpleAsyncTaskExecutor unbounded = Threads.unbounded("task");
				BoundedExecutors executors = new BoundedExecutors(Threads.VIRTUAL)) {
			AsyncTaskExecutor executor = Threads.executor(executors, "flood", PERMITS, tasks, WhenFull.REJECT);
			flood(pool, unbounded, tasks / 10);
			flood(pool, executor, tasks / 10);
			for (int round = 0; round < rounds; round++) {
				unguarded[round] = flood(pool, unbounded, tasks);
				guarded[round] = flood(pool, executor, tasks);
			}
		}
		return report(tasks, unguarded, guarded);
	}

	private static HikariDataSource pool() {
		HikariConfig config = new HikariConfig();
		config.setJdbcUrl("jdbc:h2:mem:flood");
		config.setMaximumPoolSize(POOL);
		config.setConnectionTimeout(Duration.ofMinutes(1).toMillis());
		config.setConnectionInitSql("create alias if not exists nap for \"" + SlowReplica.class.getName() + ".nap\"");
		return new HikariDataSource(config);
	}

	private static Wait flood(HikariDataSource pool, AsyncTaskExecutor executor, int tasks) throws Exception {
		AtomicBoolean over = new AtomicBoolean();
		FutureTask<Wait> request = new FutureTask<>(() -> request(pool, over));
		Thread thread = new Thread(request, "request");
		thread.setDaemon(true);
		thread.start();
		try {
			long begin = System.nanoTime();
			List<Future<?>> ends = new ArrayList<>();
			for (int task = 0; task < tasks; task++) {
				ends.add(executor.submit(() -> work(pool)));
			}
			for (Future<?> end : ends) {
				end.get();
			}
			double millis = (System.nanoTime() - begin) / 1e6;
			over.set(true);
			return request.get().during(millis);
		}
		finally {
			over.set(true);
		}
	}

	private static Void work(HikariDataSource pool) throws SQLException {
		try (Connection connection = pool.getConnection(); Statement statement = connection.createStatement()) {
			statement.execute("call nap(%d)".formatted(TASK_MILLIS));
			return null;
		}
	}

	private static Wait request(HikariDataSource pool, AtomicBoolean over) throws SQLException {
		long longest = 0;
		int times = 0;
		while (!over.get()) {
			long begin = System.nanoTime();
			pool.getConnection().close();
			longest = Math.max(longest, System.nanoTime() - begin);
			times++;
			LockSupport.parkNanos(PAUSE);
		}
		return new Wait(longest / 1e6, times, 0);
	}

	private static Report report(int tasks, Wait[] unguarded, Wait[] guarded) {
		Report report = new Report(
				"%d tasks of %d ms at once on a pool of %d, %s".formatted(tasks, TASK_MILLIS, POOL, Threads.kind()));
		report.row("rounds of each, in turns", Integer.toString(guarded.length));
		Wait without = Wait.median(unguarded);
		Wait with = Wait.median(guarded);
		report.row("longest wait of a request for a connection, no limit", without.text());
		report.row("longest wait, executor with %d permits".formatted(PERMITS), with.text());
		report.atLeast("no limit ÷ executor", "%.0f", without.longest() / with.longest(), 20);
		return report;
	}

	/**
	 * How it went for whoever made requests meanwhile.
	 *
	 * @param longest the longest wait in milliseconds
	 * @param times how often there was a connection
	 * @param during how long the tasks took, in milliseconds
	 */
	private record Wait(double longest, double times, double during) {

		private static Wait median(Wait[] waits) {
			return new Wait(Latencies.median(List.of(waits).stream().mapToDouble(Wait::longest).toArray()),
					Latencies.median(List.of(waits).stream().mapToDouble(Wait::times).toArray()),
					Latencies.median(List.of(waits).stream().mapToDouble(Wait::during).toArray()));
		}

		private Wait during(double millis) {
			return new Wait(this.longest, this.times, millis);
		}

		private String text() {
			return String.format(Locale.ROOT, "%.2f ms; %.0f connections while the tasks took %.0f ms", this.longest,
					this.times, this.during);
		}

	}

}
