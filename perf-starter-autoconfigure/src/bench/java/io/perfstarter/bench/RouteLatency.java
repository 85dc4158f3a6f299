package io.perfstarter.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.perfstarter.coherence.postgres.LogDatabase;
import io.perfstarter.fixtures.RedisServer;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.FileSystemUtils;

/**
 * How long after the commit the last of ten instances has evicted, by each route in
 * turns.
 */
final class RouteLatency implements Experiment {

	private static final int PER_SECOND = 100;

	private static final String REDIS = "log in Redis";

	private static final String PUBLISH = "a bare PUBLISH of Redis";

	private static final String REDISSON = "Redisson, RLocalCachedMap";

	@Override
	public Report run(boolean smoke) throws Exception {
		int instances = smoke ? 3 : 10;
		int receivers = instances - 1;
		Report report = new Report("Commit to last of %d instances evicted, by route".formatted(instances));
		if (RedisServer.program().isEmpty()) {
			report.row("not measured", "redis-server is not installed");
			return report;
		}
		Path directory = Files.createTempDirectory("redis");
		try (LogDatabase database = new LogDatabase(); RedisServer server = RedisServer.start(directory)) {
			DatabaseRoute.prepare(database);
			LettuceConnectionFactory redis = new LettuceConnectionFactory(
					new RedisStandaloneConfiguration("127.0.0.1", server.port()));
			redis.afterPropertiesSet();
			redis.start();
			Map<String, Opening> routes = new LinkedHashMap<>();
			routes.put("peers", () -> new PeerRoute(receivers));
			routes.put("log in PostgreSQL, with hints among peers", () -> new DatabaseRoute(database, instances, true));
			routes.put(REDIS, () -> new RedisRoute(redis, receivers));
			routes.put(PUBLISH, () -> new PublishRoute(redis, receivers));
			routes.put(REDISSON, () -> new RedissonRoute(server.port(), receivers));
			compare(report, routes, smoke);
			redis.destroy();
		}
		finally {
			FileSystemUtils.deleteRecursively(directory);
		}
		return report;
	}

	private static void compare(Report report, Map<String, Opening> routes, boolean smoke) throws Exception {
		int rounds = smoke ? 1 : 10;
		Map<String, List<Latencies>> latencies = new LinkedHashMap<>();
		for (int round = 0; round < rounds; round++) {
			for (Map.Entry<String, Opening> each : routes.entrySet()) {
				try (Route route = each.getValue().open()) {
					latencies.computeIfAbsent(each.getKey(), (name) -> new ArrayList<>())
						.add(Route.measure(route, PER_SECOND, Duration.ofSeconds(smoke ? 1 : 4),
								Duration.ofSeconds(smoke ? 1 : 8)));
				}
			}
		}
		latencies.forEach(
				(name, each) -> report.row("%d/s, %s, median of %d rounds".formatted(PER_SECOND, name, each.size()),
						String.format(Locale.ROOT, "p50 %.2f ms, p99 %.2f ms", median(each, 0.5), median(each, 0.99))));
		Pairs p50 = new Pairs();
		Pairs p99 = new Pairs();
		for (int round = 0; round < rounds; round++) {
			Latencies ours = latencies.get(REDIS).get(round);
			Latencies theirs = latencies.get(REDISSON).get(round);
			p50.add(ours.millis(0.5), theirs.millis(0.5));
			p99.add(ours.millis(0.99), theirs.millis(0.99));
		}
		report.atMost("%s: ratio of the p50 to that of Redisson".formatted(REDIS), "%.2f", p50.ratio(), 1.5);
		report.atMost("%s: ratio of the p99 to that of Redisson".formatted(REDIS), "%.2f", p99.ratio(), 2);
	}

	private static double median(List<Latencies> rounds, double share) {
		return Latencies.median(rounds.stream().mapToDouble((round) -> round.millis(share)).toArray());
	}

	/**
	 * Starts all instances of a route.
	 */
	@FunctionalInterface
	private interface Opening {

		Route open() throws Exception;

	}

}
