package io.perfstarter.coherence.redis;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.perfstarter.coherence.log.Continuity;
import io.perfstarter.coherence.log.LogPosition;
import io.perfstarter.coherence.log.LogReading;
import io.perfstarter.coherence.log.LogUnavailableException;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.fixtures.RedisServer;
import io.perfstarter.fixtures.Tier;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Tests for {@link RedisStream} with a real server.
 */
@Tag(Tier.CI)
class RedisStreamTests {

	private static final Duration AT_ONCE = Duration.ZERO;

	private static final Duration LONG = Duration.ofMinutes(1);

	@TempDir
	static Path directory;

	private static RedisServer server;

	private static LettuceConnectionFactory connections;

	private final String service = UUID.randomUUID().toString();

	@BeforeAll
	static void start() throws Exception {
		assumeTrue(RedisServer.program().isPresent(), "redis-server is not installed");
		server = RedisServer.start(directory);
		connections = connections(server);
	}

	@AfterAll
	static void stop() {
		if (server != null) {
			connections.destroy();
			server.close();
		}
	}

	private static LettuceConnectionFactory connections(RedisServer server) {
		return connections(server, null);
	}

	private static LettuceConnectionFactory connections(RedisServer server, @Nullable String user) {
		RedisStandaloneConfiguration address = new RedisStandaloneConfiguration("127.0.0.1", server.port());
		if (user != null) {
			address.setUsername(user);
			address.setPassword("secret");
		}
		LettuceConnectionFactory factory = new LettuceConnectionFactory(address,
				LettuceClientConfiguration.builder().commandTimeout(Duration.ofSeconds(2)).build());
		factory.afterPropertiesSet();
		factory.start();
		return factory;
	}

	@Test
	void whatOneWritesTheOtherReads() {
		RedisLog a = member("a");
		RedisLog b = member("b");
		LogReading begun = b.read(null, AT_ONCE);
		assertThat(begun.continuity()).isEqualTo(Continuity.BEGUN);
		a.append(List.of(Event.keys("tickets", List.of(1L, "\u20ac")), Event.all("zones")));
		a.append(List.of(Event.groups("search", List.of(2))));
		LogReading read = b.read(begun.end(), AT_ONCE);
		assertThat(read.continuity()).isEqualTo(Continuity.CONTINUED);
		assertThat(read.events()).containsExactly(Event.keys("tickets", List.of(1L, "\u20ac")), Event.all("zones"),
				Event.groups("search", List.of(2)));
		assertThat(b.read(read.end(), AT_ONCE).events()).isEmpty();
		assertThat(a.read(begun.end(), AT_ONCE).events()).as("own evictions").isEmpty();
		assertThat(b.maintain()).isEqualTo(2);
	}

	@Test
	void aReaderThatWaitsIsToldAtOnce() throws Exception {
		RedisLog a = member("a");
		RedisLog b = member("b");
		LogPosition begun = b.read(null, LONG).end();
		CompletableFuture<LogReading> reading = CompletableFuture.supplyAsync(() -> b.read(begun, LONG));
		TimeUnit.MILLISECONDS.sleep(200);
		assertThat(reading).isNotDone();
		a.append(List.of(Event.all("tickets")));
		assertThat(reading.get(30, TimeUnit.SECONDS).events()).containsExactly(Event.all("tickets"));
		b.close();
	}

	@Test
	void aChangeInProgressHoldsBackTheOthers() throws Exception {
		RedisLog a = member("a");
		RedisLog b = member("b");
		awaitNobodyUnknown();
		LogPosition position = a.read(null, AT_ONCE).end();
		a.hold(Map.of("a/1", Set.of("tickets")));
		TimeUnit.MILLISECONDS.sleep(500);
		a.read(position, AT_ONCE);
		assertThat(b.read(position, AT_ONCE).lag()).isBetween(Duration.ofMillis(400), Duration.ofSeconds(20));
		a.release("a/1");
		soon().until(() -> {
			a.read(position, AT_ONCE);
			return b.read(position, AT_ONCE).lag().compareTo(Duration.ofMillis(400)) < 0;
		});
	}

	@Test
	void whoLeavesIsAwaitedNoLonger() throws Exception {
		RedisLog a = member("a");
		RedisLog b = member("b");
		awaitNobodyUnknown();
		LogPosition position = b.read(null, AT_ONCE).end();
		a.leave();
		TimeUnit.MILLISECONDS.sleep(100);
		LogReading reading = b.read(position, AT_ONCE);
		assertThat(reading.lag()).isZero();
		assertThat(reading.continuity()).isEqualTo(Continuity.CONTINUED);
		assertThat(b.maintain()).isEqualTo(1);
	}

	@Test
	void whoIsSilentIsRemovedAndAllLearnIt() throws Exception {
		Duration departure = Duration.ofSeconds(2);
		member("a", departure);
		RedisLog b = member("b", departure);
		RedisLog c = member("c", departure);
		awaitNobodyUnknown();
		LogPosition position = b.read(null, AT_ONCE).end();
		Continuity continuity = Continuity.CONTINUED;
		for (int round = 0; round < 100 && continuity == Continuity.CONTINUED; round++) {
			TimeUnit.MILLISECONDS.sleep(100);
			LogReading reading = b.read(position, AT_ONCE);
			c.read(position, AT_ONCE);
			continuity = reading.continuity();
		}
		assertThat(continuity).isEqualTo(Continuity.DEPARTURE);
		assertThat(c.read(position, AT_ONCE).continuity()).isEqualTo(Continuity.DEPARTURE);
		assertThat(c.maintain()).isEqualTo(2);
	}

	@Test
	void ifNobodyHasAskedForLongNobodyIsSilent() throws Exception {
		Duration departure = Duration.ofSeconds(3);
		member("a", departure);
		RedisLog b = member("b", departure);
		LogPosition position = b.read(null, AT_ONCE).end();
		TimeUnit.SECONDS.sleep(4);
		assertThat(b.read(position, AT_ONCE).continuity()).isEqualTo(Continuity.CONTINUED);
		assertThat(b.maintain()).isEqualTo(2);
	}

	@Test
	void trimmedEntriesAreNoticed() throws Exception {
		RedisLog a = member("a");
		RedisLog b = member("b");
		LogPosition position = b.read(null, AT_ONCE).end();
		for (int eviction = 0; eviction < 10; eviction++) {
			a.append(List.of(Event.all("tickets")));
		}
		server.command("XTRIM perf-starter:{%s}:stream MAXLEN 3".formatted(this.service));
		assertThat(b.read(position, AT_ONCE).continuity()).isEqualTo(Continuity.TOO_OLD);
	}

	@Test
	void anEmptiedServerBeginsAnotherEpoch() {
		RedisLog a = member("a");
		LogPosition position = a.read(null, AT_ONCE).end();
		run((connection) -> connection.keyCommands().del(key("stream"), key("claims"), key("seen"), key("state")));
		LogReading reading = a.read(position, AT_ONCE);
		assertThat(reading.continuity()).isEqualTo(Continuity.OTHER_EPOCH);
		assertThat(a.maintain()).as("members again").isEqualTo(1);
		assertThat(a.read(reading.end(), AT_ONCE).continuity()).isEqualTo(Continuity.CONTINUED);
	}

	@Test
	void afterALossAMemberThatIsNotKnownIsAwaited() throws Exception {
		RedisLog a = member("a", Duration.ofSeconds(2));
		TimeUnit.MILLISECONDS.sleep(500);
		LogReading waiting = a.read(null, AT_ONCE);
		assertThat(waiting.lag()).isGreaterThan(Duration.ofMillis(400));
		LogReading reading = soon().until(() -> a.read(waiting.end(), AT_ONCE),
				(next) -> next.continuity() != Continuity.CONTINUED);
		assertThat(reading.continuity()).isEqualTo(Continuity.DEPARTURE);
		assertThat(a.read(reading.end(), AT_ONCE).lag()).isZero();
	}

	@Test
	void aClockThatWasSetBackWhileNobodyAskedBeginsAnotherEpoch() {
		AtomicLong passed = new AtomicLong();
		RedisLog a = new RedisLog("a", stream(LONG, connections, true), () -> System.nanoTime() + passed.get());
		a.register();
		LogPosition position = a.read(null, AT_ONCE).end();
		assertThat(a.read(position, AT_ONCE).continuity()).isEqualTo(Continuity.CONTINUED);
		passed.set(Duration.ofSeconds(40).toNanos());
		assertThat(a.read(position, AT_ONCE).continuity()).isEqualTo(Continuity.OTHER_EPOCH);
	}

	@Test
	void aClientThatCannotWaitInTheServerAsksAgain() {
		JedisConnectionFactory jedis = new JedisConnectionFactory(
				new RedisStandaloneConfiguration("127.0.0.1", server.port()));
		jedis.afterPropertiesSet();
		jedis.start();
		RedisLog a = member("a");
		RedisLog b = new RedisLog("b", stream(LONG, jedis, false), System::nanoTime);
		b.register();
		LogPosition begun = b.read(null, LONG).end();
		assertThat(b.read(begun, LONG).events()).isEmpty();
		a.append(List.of(Event.keys("tickets", List.of(1L))));
		assertThat(b.read(begun, LONG).events()).containsExactly(Event.keys("tickets", List.of(1L)));
		b.append(List.of(Event.all("zones")));
		assertThat(a.read(begun, AT_ONCE).events()).containsExactly(Event.all("zones"));
		b.leave();
		b.close();
		jedis.destroy();
	}

	@Test
	void aUserWithTheDocumentedRightsIsEnoughAndOneWithoutXreadIsRefusedAtTheStart() throws Exception {
		String rights = "~perf-starter:* resetchannels -@all +@connection +eval +evalsha +xread +info +time +@stream +@sortedset +@hash";
		server.command("ACL SETUSER enough on >secret " + rights);
		server.command("ACL SETUSER few on >secret " + rights + " -xread");
		LettuceConnectionFactory enough = connections(server, "enough");
		RedisLog log = member("a", LONG, enough);
		log.append(List.of(Event.all("tickets")));
		assertThat(log.read(null, AT_ONCE).continuity()).isEqualTo(Continuity.BEGUN);
		log.leave();
		enough.destroy();
		LettuceConnectionFactory few = connections(server, "few");
		assertThatExceptionOfType(LogUnavailableException.class).isThrownBy(() -> member("b", LONG, few))
			.withMessageContaining("NOPERM");
		few.destroy();
	}

	@Test
	void aClockThatWasSetBackBeginsAnotherEpoch() {
		RedisLog a = member("a");
		RedisLog b = member("b");
		LogPosition position = b.read(null, AT_ONCE).end();
		byte[] future = bytes(Long.toString(System.currentTimeMillis() * 1_000 + 3_600_000_000L));
		run((connection) -> connection.hashCommands().hSet(key("state"), bytes("time"), future));
		run((connection) -> connection.zSetCommands().zAdd(key("claims"), 4e15, bytes("a")));
		assertThat(a.read(position, AT_ONCE).continuity()).isEqualTo(Continuity.OTHER_EPOCH);
		LogReading reading = b.read(position, AT_ONCE);
		assertThat(reading.continuity()).isEqualTo(Continuity.OTHER_EPOCH);
		assertThat(reading.lag()).as("no claim is in the future").isPositive();
	}

	@Test
	void aServerThatWasKilledBeginsAnotherEpochWhetherItHasKeptTheStreamOrNot() throws Exception {
		for (String kept : List.of("yes", "no")) {
			try (RedisServer own = RedisServer.start(directory, "--appendonly", kept, "--appendfsync", "always",
					"--appenddirname", kept)) {
				LettuceConnectionFactory factory = connections(own);
				RedisLog a = member("a", LONG, factory);
				LogPosition position = a.read(null, AT_ONCE).end();
				own.kill();
				assertThatExceptionOfType(LogUnavailableException.class).isThrownBy(() -> a.read(position, AT_ONCE));
				assertThatExceptionOfType(LogUnavailableException.class)
					.isThrownBy(() -> a.append(List.of(Event.all("tickets"))));
				own.restart();
				LogReading reading = soon().ignoreExceptions().until(() -> a.read(position, AT_ONCE), (any) -> true);
				assertThat(reading.continuity()).as(kept).isEqualTo(Continuity.OTHER_EPOCH);
				factory.destroy();
			}
		}
	}

	@Test
	void aPromotedReplicaBeginsAnotherEpoch() throws Exception {
		try (RedisServer primary = RedisServer.start(directory);
				RedisServer replica = RedisServer.start(directory, "--replicaof", "127.0.0.1",
						Integer.toString(primary.port()))) {
			LettuceConnectionFactory before = connections(primary);
			LogPosition position = member("a", LONG, before).read(null, AT_ONCE).end();
			LettuceConnectionFactory after = connections(replica);
			soon().until(() -> exists(after));
			before.destroy();
			primary.kill();
			replica.command("REPLICAOF NO ONE");
			RedisLog b = member("b", LONG, after);
			LogReading reading = b.read(position, AT_ONCE);
			assertThat(reading.continuity()).isEqualTo(Continuity.OTHER_EPOCH);
			assertThat(b.maintain()).as("the claim of a is kept").isEqualTo(2);
			after.destroy();
		}
	}

	private boolean exists(LettuceConnectionFactory factory) {
		try (RedisConnection connection = factory.getConnection()) {
			return Boolean.TRUE.equals(connection.keyCommands().exists(key("claims")));
		}
	}

	private static ConditionFactory soon() {
		return await().pollInterval(Duration.ofMillis(50));
	}

	private RedisLog member(String origin) {
		return member(origin, LONG);
	}

	private RedisLog member(String origin, Duration departure) {
		return member(origin, departure, connections);
	}

	private RedisLog member(String origin, Duration departure, LettuceConnectionFactory factory) {
		RedisLog log = new RedisLog(origin, stream(departure, factory, true), System::nanoTime);
		log.register();
		return log;
	}

	private RedisStream stream(Duration departure, RedisConnectionFactory factory, boolean blocking) {
		return new RedisStream(factory,
				new RedisStream.StreamSettings(this.service, departure, Duration.ofSeconds(1), blocking));
	}

	/**
	 * Awaits nobody who is not known, as when the service has run for long.
	 */
	private void awaitNobodyUnknown() {
		run((connection) -> connection.zSetCommands().zRem(key("claims"), bytes("unknown")));
		run((connection) -> connection.zSetCommands().zRem(key("seen"), bytes("unknown")));
	}

	private byte[] key(String name) {
		return bytes("perf-starter:{%s}:%s".formatted(this.service, name));
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	private static void run(Command command) {
		try (RedisConnection connection = connections.getConnection()) {
			command.execute(connection);
		}
	}

	/**
	 * A command.
	 */
	@FunctionalInterface
	private interface Command {

		Object execute(RedisConnection connection);

	}

}
