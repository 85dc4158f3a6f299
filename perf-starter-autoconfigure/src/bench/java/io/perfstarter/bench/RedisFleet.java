package io.perfstarter.bench;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.UUID;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.coherence.LogFanOut;
import io.perfstarter.coherence.log.LogTimings;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.LocalCopies;
import io.perfstarter.coherence.protocol.LocalSide;
import io.perfstarter.coherence.protocol.Mode;
import io.perfstarter.coherence.protocol.PendingCommits;
import io.perfstarter.coherence.redis.RedisLog;
import io.perfstarter.coherence.redis.RedisStream;
import io.perfstarter.coherence.redis.StreamSettings;
import io.perfstarter.fixtures.RedisServer;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.FileSystemUtils;

/**
 * The log in Redis: how long until the last of nine members has evicted, beside a bare
 * {@code PUBLISH} to nine subscribers of the same server in turns; and what 200 members
 * that do nothing cost, and how many of them are certified while all are replaced.
 */
final class RedisFleet implements Experiment {

	private static final int RECEIVERS = 9;

	private static final int PER_SECOND = 100;

	private static final int FLEET = 200;

	private static final byte[] CHANNEL = "bare".getBytes(StandardCharsets.UTF_8);

	@Override
	public Report run(boolean smoke) throws Exception {
		Report report = new Report("The log in Redis");
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
			latency(report, redis, smoke);
			fleet(report, redis, smoke);
			redis.destroy();
		}
		finally {
			FileSystemUtils.deleteRecursively(directory);
		}
		return report;
	}

	private static void latency(Report report, LettuceConnectionFactory redis, boolean smoke) throws Exception {
		int rounds = smoke ? 1 : 10;
		int warmUp = PER_SECOND * (smoke ? 1 : 5);
		int total = warmUp + PER_SECOND * (smoke ? 1 : 10);
		List<Latencies> ours = new ArrayList<>();
		List<Latencies> bare = new ArrayList<>();
		for (int round = 0; round < rounds; round++) {
			ours.add(evictions(redis, warmUp, total));
			bare.add(published(redis, warmUp, total));
		}
		describe(report, "until the last of %d members has evicted".formatted(RECEIVERS), ours);
		describe(report, "until the last of %d subscribers has a bare message".formatted(RECEIVERS), bare);
		report.row("ratio of the p50 and of the p99", String.format(Locale.ROOT, "%.2f and %.2f",
				median(ours, 0.5) / median(bare, 0.5), median(ours, 0.99) / median(bare, 0.99)));
	}

	private static Latencies evictions(LettuceConnectionFactory redis, int warmUp, int total) throws Exception {
		Arrivals arrivals = new Arrivals(total, RECEIVERS);
		String service = UUID.randomUUID().toString();
		List<Member> members = new ArrayList<>();
		try {
			Member writer = new Member(redis, service, new Received(null));
			members.add(writer);
			for (int i = 0; i < RECEIVERS; i++) {
				members.add(new Member(redis, service, new Received(arrivals)));
			}
			Thread.sleep(1_000);
			OpenLoop.run(PER_SECOND, total, (number, due) -> {
				arrivals.due(number, due);
				writer.fanOut.publish(List.of(Event.keys("tickets", List.of(number))));
			});
			return arrivals.latencies(warmUp);
		}
		finally {
			members.forEach(Member::close);
		}
	}

	private static Latencies published(LettuceConnectionFactory redis, int warmUp, int total) throws Exception {
		Arrivals arrivals = new Arrivals(total, RECEIVERS);
		List<RedisConnection> subscribers = new ArrayList<>();
		try (RedisConnection publisher = redis.getConnection()) {
			for (int i = 0; i < RECEIVERS; i++) {
				RedisConnection subscriber = redis.getConnection();
				subscribers.add(subscriber);
				subscriber
					.subscribe(
							(message, pattern) -> arrivals
								.arrived(Integer.parseInt(new String(message.getBody(), StandardCharsets.UTF_8))),
							CHANNEL);
			}
			Thread.sleep(1_000);
			OpenLoop.run(PER_SECOND, total, (number, due) -> {
				arrivals.due(number, due);
				publisher.publish(CHANNEL, Integer.toString(number).getBytes(StandardCharsets.UTF_8));
			});
			return arrivals.latencies(warmUp);
		}
		finally {
			subscribers.forEach(RedisConnection::close);
		}
	}

	private static void describe(Report report, String what, List<Latencies> rounds) {
		report.row("%d/s, %s, median of %d rounds".formatted(PER_SECOND, what, rounds.size()),
				String.format(Locale.ROOT, "p50 %.2f ms, p99 %.2f ms", median(rounds, 0.5), median(rounds, 0.99)));
	}

	private static double median(List<Latencies> rounds, double share) {
		return Latencies.median(rounds.stream().mapToDouble((round) -> round.millis(share)).toArray());
	}

	private static void fleet(Report report, LettuceConnectionFactory redis, boolean smoke) throws Exception {
		int size = smoke ? 10 : FLEET;
		Duration watched = smoke ? Duration.ofSeconds(2) : Duration.ofMinutes(10);
		String service = UUID.randomUUID().toString();
		List<Member> members = new ArrayList<>();
		try {
			for (int i = 0; i < size; i++) {
				members.add(new Member(redis, service, new Received(null)));
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
			members.forEach(Member::close);
		}
	}

	private static Member replaced(Member member, LettuceConnectionFactory redis, String service) {
		member.close();
		return new Member(redis, service, new Received(null));
	}

	private static double certified(List<Member> members, Duration watched) throws InterruptedException {
		long end = System.nanoTime() + watched.toNanos();
		long samples = 0;
		long certified = 0;
		while (System.nanoTime() < end) {
			certified += members.stream().filter((member) -> member.fanOut.mode() == Mode.CERTIFIED).count();
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

	/**
	 * An instance without an application.
	 */
	private static final class Member implements AutoCloseable {

		private final RedisLog log;

		private final LogFanOut fanOut;

		Member(LettuceConnectionFactory redis, String service, LocalCopies copies) {
			Duration bound = Duration.ofSeconds(15);
			this.log = new RedisLog(UUID.randomUUID().toString(),
					new RedisStream(redis,
							new StreamSettings(service, Duration.ofSeconds(60), Duration.ofSeconds(5), true)),
					System::nanoTime);
			LocalSide local = new LocalSide(copies, new FreshnessWatermark(bound, System::nanoTime),
					new PendingCommits(System::nanoTime));
			this.fanOut = new LogFanOut(this.log, new LogTimings(bound, Duration.ofSeconds(1)), local, (events) -> {
			}, new SimpleMeterRegistry());
			this.log.register();
			this.fanOut.start();
		}

		@Override
		public void close() {
			this.fanOut.close();
			this.log.leave();
			this.log.close();
		}

	}

	/**
	 * The caches of a member, of which only evictions matter.
	 *
	 * @param arrivals learns of evicted keys, {@code null} for nobody
	 */
	private record Received(Arrivals arrivals) implements LocalCopies {

		@Override
		public boolean knows(String cache) {
			return true;
		}

		@Override
		public void evict(List<Event> events) {
			if (this.arrivals != null) {
				events.stream()
					.flatMap((event) -> event.ids().stream())
					.map(Integer.class::cast)
					.forEach(this.arrivals::arrived);
			}
		}

		@Override
		public void withhold(List<Event> events) {
		}

		@Override
		public void release(List<Event> events) {
		}

	}

}
