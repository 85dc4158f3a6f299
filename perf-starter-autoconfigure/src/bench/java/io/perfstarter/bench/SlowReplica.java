package io.perfstarter.bench;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.routing.connection.ReadScopes;
import io.perfstarter.routing.connection.Routing;
import io.perfstarter.routing.connection.RoutingSettings;
import io.perfstarter.routing.connection.RoutingSettings.Exhausted;
import io.perfstarter.routing.connection.RoutingSettings.Fallback;
import io.perfstarter.routing.connection.RoutingSettings.ReadYourWrites;
import io.perfstarter.routing.connection.Server;
import io.perfstarter.support.WaitListener;

/**
 * What 60 clients get from three replicas of which one takes ten times as long, beside
 * round robin over the same pools.
 */
public final class SlowReplica implements Experiment {

	private static final int CLIENTS = 60;

	private static final int POOL = 10;

	private static final List<Integer> MILLIS = List.of(5, 5, 50);

	/**
	 * What a query does that takes long.
	 */
	public static void nap(int millis) throws InterruptedException {
		Thread.sleep(millis);
	}

	@Override
	public Report run(boolean smoke) throws Exception {
		Duration time = Duration.ofMillis(smoke ? 500 : 5_000);
		int rounds = smoke ? 1 : 5;
		double[] ours = new double[rounds];
		double[] roundRobin = new double[rounds];
		List<HikariDataSource> pools = IntStream.range(0, MILLIS.size()).mapToObj(SlowReplica::pool).toList();
		try (HikariDataSource primary = pool(MILLIS.size());
				Routing routing = new Routing(server("primary", primary),
						pools.stream().map((pool) -> server(pool.getPoolName(), pool)).toList(), settings(),
						() -> false, new ReadScopes())) {
			routing.start();
			routing.awaitFirst(Duration.ofSeconds(10));
			AtomicInteger next = new AtomicInteger();
			for (int round = 0; round < rounds; round++) {
				ours[round] = perSecond(() -> routing.side(true).getConnection(), time);
				roundRobin[round] = perSecond(
						() -> pools.get(Math.floorMod(next.getAndIncrement(), pools.size())).getConnection(), time);
			}
		}
		finally {
			pools.forEach(HikariDataSource::close);
		}
		return report(ours, roundRobin);
	}

	private static HikariDataSource pool(int number) {
		HikariConfig config = new HikariConfig();
		config.setPoolName("r" + number);
		config.setJdbcUrl("jdbc:h2:mem:r" + number);
		config.setMaximumPoolSize(POOL);
		config.setConnectionInitSql("create alias if not exists nap for \"" + SlowReplica.class.getName() + ".nap\"");
		return new HikariDataSource(config);
	}

	private static Server server(String name, HikariDataSource pool) {
		return new Server(name, pool, () -> POOL, Duration.ofSeconds(30), WaitListener.NONE, pool);
	}

	private static RoutingSettings settings() {
		return new RoutingSettings(Duration.ofSeconds(5), Duration.ofSeconds(60), Duration.ofMillis(100),
				Duration.ofSeconds(1), Duration.ofSeconds(2), ReadYourWrites.WINDOW, Fallback.FAIL, Exhausted.FAIL);
	}

	private static double perSecond(Pool pool, Duration time) throws Exception {
		ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
		try {
			long end = System.nanoTime() + time.toNanos();
			List<Future<Integer>> counts = new ArrayList<>();
			for (int client = 0; client < CLIENTS; client++) {
				counts.add(clients.submit(() -> read(pool, end)));
			}
			int sum = 0;
			for (Future<Integer> count : counts) {
				sum += count.get();
			}
			return sum / (time.toMillis() / 1e3);
		}
		finally {
			clients.shutdownNow();
		}
	}

	private static int read(Pool pool, long end) throws SQLException {
		int count = 0;
		while (System.nanoTime() - end < 0) {
			try (Connection connection = pool.connection(); Statement statement = connection.createStatement()) {
				String url = connection.getMetaData().getURL();
				statement.execute("call nap(%d)".formatted(MILLIS.get(url.charAt(url.length() - 1) - '0')));
				count++;
			}
			catch (SQLTransientConnectionException ex) {
				// No connection in time, which is no read.
			}
		}
		return count;
	}

	private static Report report(double[] ours, double[] roundRobin) {
		Report report = new Report(
				"Reads from 3 replicas of which one is ten times slower, %d clients".formatted(CLIENTS));
		report.row("rounds of each, in turns", Integer.toString(ours.length));
		report.row("reads a second, of two the one with less to do",
				String.format(Locale.ROOT, "%.0f", Latencies.median(ours)));
		report.row("reads a second, in turns", String.format(Locale.ROOT, "%.0f", Latencies.median(roundRobin)));
		report.atMost("round robin ÷ ours", "%.2f", Latencies.median(roundRobin) / Latencies.median(ours), 0.25);
		return report;
	}

	/**
	 * Lends connections.
	 */
	@FunctionalInterface
	private interface Pool {

		Connection connection() throws SQLException;

	}

}
