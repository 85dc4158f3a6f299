package io.perfstarter.coherence.autoconfigure;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

import io.perfstarter.coherence.LogFanOut;
import io.perfstarter.coherence.protocol.Mode;
import io.perfstarter.eviction.EvictTicketCache;
import io.perfstarter.eviction.autoconfigure.EvictionAutoConfiguration;
import io.perfstarter.fixtures.RedisServer;
import io.perfstarter.fixtures.SettableClock;
import io.perfstarter.fixtures.Tier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Lets things go wrong between three instances that learn of changes from a real Redis
 * only. No read is staler than the bound.
 */
@Tag(Tier.CI)
@EnabledOnOs(value = OS.LINUX, disabledReason = "Needs signals that stop a process")
@Timeout(180)
class RedisFaultsTests {

	private static final Duration BOUND = Duration.ofSeconds(2);

	private static final Duration TOLERANCE = Duration.ofMillis(300);

	private static final Duration DEPARTURE = Duration.ofSeconds(12);

	/**
	 * Long enough for the bound to be broken. A client that tries to connect again waits
	 * about as long once more, which is still shorter than what makes a member depart.
	 */
	private static final Duration SHORT = Duration.ofSeconds(4);

	/**
	 * What no writer of the load changes.
	 */
	private static final int QUIET = 0;

	/**
	 * The answer of a primary has three parts, that of a replica five.
	 */
	private static final String PRIMARY_ROLE = "*3";

	private static final List<String> USERS = List.of("a", "b", "c");

	@TempDir
	Path directory;

	private final Store store = new Store();

	private final List<ApplicationContext> instances = new ArrayList<>();

	private final List<Thread> load = new ArrayList<>();

	private final AtomicLong worst = new AtomicLong();

	@AutoClose
	private RedisServer sentinel;

	@AutoClose
	private RedisServer server;

	private volatile boolean ended;

	@BeforeEach
	void assumeRedis() {
		assumeTrue(RedisServer.program().isPresent(), "redis-server is not installed");
	}

	@Tag(Tier.ALL)
	@Test
	void withoutFaultNewsTravelSoon() throws Exception {
		during("none", () -> lasting(SHORT));
		assertThat(worst()).isLessThan(Duration.ofSeconds(1));
	}

	@Tag(Tier.ALL)
	@Test
	void pausedServerLeavesNothingOld() throws Exception {
		during("Redis paused (SIGSTOP)", () -> {
			this.server.pause();
			lasting(SHORT);
			this.server.resume();
		});
	}

	@Test
	void serverThatForgetsEverythingLeavesNothingOld() throws Exception {
		during("Redis killed, nothing kept", () -> {
			this.server.kill();
			lasting(BOUND);
			this.server.restart();
		});
	}

	@Tag(Tier.ALL)
	@Test
	void instanceThatComesBackLateToAServerThatForgetsEverythingLeavesNothingOld() throws Exception {
		during("Redis killed, nothing kept, an instance is late", () -> {
			this.server.kill();
			lasting(BOUND);
			this.server.restart();
			cutOff("a");
			lasting(SHORT);
			this.server.command("ACL SETUSER a on");
		});
	}

	@Tag(Tier.ALL)
	@Test
	void serverThatKeepsItsFilesLeavesNothingOld() throws Exception {
		during("Redis killed, files kept", () -> {
			this.server.kill();
			lasting(BOUND);
			this.server.restart();
		}, "--appendonly", "yes");
	}

	@Tag(Tier.ALL)
	@Test
	void emptiedServerLeavesNothingOld() throws Exception {
		during("FLUSHALL", () -> {
			for (int i = 0; i < 5; i++) {
				this.server.command("FLUSHALL");
				lasting(Duration.ofSeconds(1));
			}
		});
	}

	@Test
	void instanceThatIsCutOffLeavesNothingOld() throws Exception {
		during("an instance is cut off from Redis", () -> {
			cutOff("a");
			lasting(SHORT);
			this.server.command("ACL SETUSER a on");
		});
	}

	@Tag(Tier.ALL)
	@Test
	void readerThatIsTooFarBehindServesNothingOld() throws Exception {
		during("trimmed beyond a reader that is cut off", () -> {
			cutOff("c");
			lasting(BOUND);
			this.server.command("XTRIM perf-starter:{application}:stream MAXLEN 1");
			this.server.command("ACL SETUSER c on");
		});
	}

	@Tag(Tier.ALL)
	@Test
	void instanceThatDiesAfterItsCommitLeavesNothingOld() throws Exception {
		during("an instance dies between commit and append", () -> {
			LogFanOut dying = this.instances.get(0).getBean(LogFanOut.class);
			dying.begin(List.of("prices"));
			this.store.change(QUIET);
			dying.stop();
			await().until(() -> this.instances.get(1).getBean(Prices.class).version(QUIET) == 1
					&& this.instances.get(2).getBean(Prices.class).version(QUIET) == 1);
			lasting(DEPARTURE.plus(BOUND));
		});
	}

	@Test
	void promotedReplicaThatHasLostEvictionsLeavesNothingOld() throws Exception {
		this.server = serve(Map.of());
		try (RedisServer replica = serve(Map.of(), "--replicaof", "127.0.0.1", Integer.toString(this.server.port()))) {
			await().atMost(Duration.ofSeconds(30)).until(() -> ":1".equals(this.server.command("WAIT 1 1000")));
			RedisServer observer = RedisServer.sentinel(this.directory, this.server);
			this.sentinel = observer;
			await().atMost(Duration.ofSeconds(30))
				.until(() -> "*1".equals(observer.command("SENTINEL REPLICAS " + RedisServer.PRIMARY)));
			observe("Redis killed, a replica that lacks a second is promoted", () -> {
				replica.command("CONFIG SET masterauth wrong");
				this.server.command("CLIENT KILL TYPE replica");
				lasting(Duration.ofSeconds(1));
				this.server.kill();
				// A server that is promoted closes the connections of its clients.
				await().atMost(Duration.ofSeconds(30))
					.ignoreExceptionsInstanceOf(IOException.class)
					.until(() -> PRIMARY_ROLE.equals(replica.command("ROLE")));
			});
		}
	}

	@Tag(Tier.ALL)
	@Test
	void serverWhoseClockIsSetLeavesNothingOld() throws Exception {
		assumeTrue(SettableClock.isAvailable(), "libfaketime is not installed");
		SettableClock clock = new SettableClock(this.directory);
		this.server = serve(clock.environment());
		observe("the clock of Redis set forward and back", () -> {
			for (int seconds : List.of(30, -30, 3, -3, 0)) {
				clock.set(Duration.ofSeconds(seconds));
				lasting(SHORT);
			}
		});
	}

	private RedisServer serve(Map<String, String> environment, String... options) throws IOException {
		List<String> arguments = new ArrayList<>(Arrays.asList(options));
		USERS.forEach((user) -> arguments.addAll(List.of("--user", user, "on", ">secret", "~*", "&*", "+@all")));
		return RedisServer.start(this.directory, environment, arguments.toArray(String[]::new));
	}

	private void during(String name, Fault fault, String... options) throws Exception {
		this.server = serve(Map.of(), options);
		observe(name, fault);
	}

	private void observe(String name, Fault fault) throws Exception {
		start(0, () -> {
			lasting(BOUND);
			certified(0);
			fault.inject();
			certified(name.contains("dies") ? 1 : 0);
			lasting(BOUND);
		});
		System.out.printf("%-60s worst %4d ms, bound %d ms%n", name, worst().toMillis(), BOUND.toMillis());
		assertThat(worst()).isLessThan(BOUND.plus(TOLERANCE));
	}

	private void start(int started, Fault then) throws Exception {
		if (started == USERS.size()) {
			try {
				then.inject();
			}
			finally {
				this.ended = true;
				for (Thread thread : this.load) {
					thread.join();
				}
			}
			return;
		}
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class,
					TransactionAutoConfiguration.class, AopAutoConfiguration.class, CoherenceAutoConfiguration.class,
					CoherenceFanOutAutoConfiguration.class, CoherenceLogAutoConfiguration.class,
					EvictionAutoConfiguration.class))
			.withBean(Prices.class, () -> new Prices(this.store))
			.withPropertyValues("spring.application.name=prices", "perf-starter.coherence.log=redis",
					"perf-starter.coherence.max-staleness=" + BOUND,
					"perf-starter.coherence.registry-propagation-delay=" + DEPARTURE,
					"perf-starter.coherence.caches.prices.time-to-live=10m", "spring.data.redis.timeout=400ms",
					"spring.data.redis.username=" + USERS.get(started), "spring.data.redis.password=secret")
			.withPropertyValues(address())
			.run((context) -> {
				this.instances.add(context);
				loadFor(context.getBean(Prices.class), context.getBean(LogFanOut.class));
				start(started + 1, then);
			});
	}

	private String[] address() {
		return (this.sentinel != null)
				? new String[] { "spring.data.redis.sentinel.master=" + RedisServer.PRIMARY,
						"spring.data.redis.sentinel.nodes=127.0.0.1:" + this.sentinel.port() }
				: new String[] { "spring.data.redis.host=127.0.0.1", "spring.data.redis.port=" + this.server.port() };
	}

	private void loadFor(Prices prices, LogFanOut fanOut) {
		run(() -> {
			for (int id = 0; id < Store.SIZE; id++) {
				long start = System.nanoTime();
				long staleness = this.store.staleness(id, prices.version(id), start);
				this.worst.accumulateAndGet(staleness, Math::max);
			}
			lasting(Duration.ofMillis(2));
		});
		run(() -> {
			if (fanOut.isRunning()) {
				prices.change(ThreadLocalRandom.current().nextInt(QUIET + 1, Store.SIZE));
			}
			lasting(Duration.ofMillis(50));
		});
	}

	private void run(Fault step) {
		Thread thread = new Thread(() -> {
			try {
				while (!this.ended) {
					step.inject();
				}
			}
			catch (Exception ex) {
				this.worst.set(Long.MAX_VALUE);
				throw new IllegalStateException(ex);
			}
		}, "load");
		thread.start();
		this.load.add(thread);
	}

	private void certified(int from) {
		this.instances.subList(from, this.instances.size())
			.forEach((instance) -> await().atMost(Duration.ofSeconds(30))
				.until(() -> instance.getBean(LogFanOut.class).mode() == Mode.CERTIFIED
						&& instance.getBean(LogFanOut.class).certificateAge() != null));
	}

	private void cutOff(String user) throws IOException {
		this.server.command("ACL SETUSER %s off".formatted(user));
		this.server.command("CLIENT KILL USER " + user);
	}

	private Duration worst() {
		return Duration.ofNanos(this.worst.get());
	}

	private static void lasting(Duration time) throws InterruptedException {
		TimeUnit.NANOSECONDS.sleep(time.toNanos());
	}

	/**
	 * Something that goes wrong, or any other step.
	 */
	@FunctionalInterface
	private interface Fault {

		void inject() throws Exception;

	}

	/**
	 * The data, with the times at which versions were replaced.
	 */
	static final class Store {

		private static final int SIZE = 20;

		private final AtomicLongArray versions = new AtomicLongArray(SIZE);

		private final Map<String, Long> replaced = new ConcurrentHashMap<>();

		synchronized void change(int id) {
			long version = this.versions.get(id);
			this.versions.set(id, version + 1);
			this.replaced.put(id + ":" + version, System.nanoTime());
		}

		long version(int id) {
			return this.versions.get(id);
		}

		long staleness(int id, long version, long at) {
			return at - this.replaced.getOrDefault(id + ":" + version, at);
		}

	}

	/**
	 * A cached read, and a change.
	 */
	static class Prices {

		private final Store store;

		Prices(Store store) {
			this.store = store;
		}

		@Cacheable("prices")
		public long version(int id) {
			return this.store.version(id);
		}

		@EvictTicketCache(cacheNames = "prices", key = "#id")
		public void change(int id) {
			this.store.change(id);
		}

	}

}
