package io.perfstarter.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.UUID;

import io.perfstarter.coherence.guard.LocalCaches;
import io.perfstarter.fixtures.RedisServer;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.FileSystemUtils;

/**
 * The log in Redis: what 200 members that do nothing cost, and how many of them are
 * certified while all are replaced.
 */
final class RedisFleet implements Experiment {

	private static final int FLEET = 200;

	@Override
	public Report run(boolean smoke) throws Exception {
		Report report = new Report("A fleet with the log in Redis");
		if (RedisServer.program().isEmpty()) {
			report.row("not measured", "redis-server is not installed");
			return report;
		}
		Path directory = Files.createTempDirectory("redis");
		try (RedisServer server = RedisServer.start(directory)) {
			LettuceConnectionFactory redis = new LettuceConnectionFactory(
					new RedisStandaloneConfiguration("127.0.0.1", server.port()));
			redis.afterPropertiesSet();
			redis.start();
			report.row("Redis", RedisServer.version());
			fleet(report, redis, smoke);
			redis.destroy();
		}
		finally {
			FileSystemUtils.deleteRecursively(directory);
		}
		return report;
	}

	private static void fleet(Report report, LettuceConnectionFactory redis, boolean smoke) throws Exception {
		int size = smoke ? 10 : FLEET;
		Duration watched = smoke ? Duration.ofSeconds(2) : Duration.ofMinutes(10);
		String service = UUID.randomUUID().toString();
		List<LogMember> members = new ArrayList<>();
		try {
			for (int i = 0; i < size; i++) {
				members.add(LogMember.inRedis(redis, service, new LocalCaches(List::of)));
			}
			Thread.sleep(smoke ? 0 : 80_000);
			Processor processor = new Processor();
			processor.start();
			Properties before = statistics(redis);
			double certified = certified(members, watched);
			Properties after = statistics(redis);
			report.row("commands of %d idle members in a second".formatted(size), String.format(Locale.ROOT, "%.0f",
					difference(before, after, "total_commands_processed") / watched.toSeconds()));
			report.row("bytes from and to Redis in a second",
					String.format(Locale.ROOT, "%.0f and %.0f",
							difference(before, after, "total_net_output_bytes") / watched.toSeconds(),
							difference(before, after, "total_net_input_bytes") / watched.toSeconds()));
			report.row("processor time of all members and of Redis",
					String.format(Locale.ROOT, "%.1f %% and %.1f %% of one",
							processor.millis() / watched.toMillis() * 100,
							(difference(before, after, "used_cpu_user") + difference(before, after, "used_cpu_sys"))
									/ watched.toSeconds() * 100));
			report.row("share of certified members", String.format(Locale.ROOT, "%.2f %%", certified * 100));
			double lowest = 1;
			for (int i = 0; i < size; i++) {
				members.set(i, replaced(members.get(i), redis, service));
				lowest = Math.min(lowest, certified(members, Duration.ofMillis(smoke ? 100 : 1_000)));
			}
			report.row("lowest share of certified members while all are replaced",
					String.format(Locale.ROOT, "%.2f %%", lowest * 100));
		}
		finally {
			members.forEach(LogMember::close);
		}
	}

	private static LogMember replaced(LogMember member, LettuceConnectionFactory redis, String service) {
		member.close();
		return LogMember.inRedis(redis, service, new LocalCaches(List::of));
	}

	private static double certified(List<LogMember> members, Duration watched) throws InterruptedException {
		long end = System.nanoTime() + watched.toNanos();
		long samples = 0;
		long certified = 0;
		while (System.nanoTime() < end) {
			certified += members.stream().filter(LogMember::isCertified).count();
			samples += members.size();
			Thread.sleep(100);
		}
		return (double) certified / samples;
	}

	private static Properties statistics(LettuceConnectionFactory redis) {
		try (RedisConnection connection = redis.getConnection()) {
			Properties statistics = new Properties();
			statistics.putAll(connection.serverCommands().info("stats"));
			statistics.putAll(connection.serverCommands().info("cpu"));
			return statistics;
		}
	}

	private static double difference(Properties before, Properties after, String name) {
		return Double.parseDouble(after.getProperty(name)) - Double.parseDouble(before.getProperty(name));
	}

}
