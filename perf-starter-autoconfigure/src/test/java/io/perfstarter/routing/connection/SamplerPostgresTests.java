package io.perfstarter.routing.connection;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.sql.DataSource;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.routing.PostgresPair;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link Sampler} with a real primary and standby.
 */
@Tag(Tier.CI)
@Timeout(60)
class SamplerPostgresTests {

	private static final int PAIRS = 2_000;

	private static final int THREADS = 16;

	private static final Duration MAX_LAG = Duration.ofSeconds(1);

	private static final PostgresPair pair = PostgresPair.shared();

	private final RecordingRoutingListener listener = new RecordingRoutingListener();

	private final Server primary = pair.primaryServer();

	private final Server replica = pair.standbyServer("r1");

	private final List<AutoCloseable> open = new ArrayList<>();

	private Sampler sampler;

	private ReplicaWatch watch;

	@BeforeAll
	static void createTable() {
		pair.primary().run("create table note (id int primary key, value bigint)");
		pair.primary().run("create role waiting login");
		pair.primary().run("create role hasty login");
		pair.primary().run("alter role hasty set synchronous_commit = off");
		pair.primary().run("grant all on note to waiting, hasty");
	}

	@AfterEach
	void close() throws Exception {
		for (AutoCloseable closeable : this.open) {
			closeable.close();
		}
	}

	private void start(Duration maxLag) {
		start(maxLag, this.primary, this.replica);
	}

	private void startPatient(Server primary, Server... replicas) {
		start(TestSettings.patient(), System::nanoTime, primary, replicas);
	}

	private void start(Duration maxLag, Server primary, Server... replicas) {
		start(TestSettings.with(maxLag), System::nanoTime, primary, replicas);
	}

	private void start(RoutingSettings settings, LongSupplier clock, Server primary, Server... replicas) {
		Map<String, DataSource> probes = Stream.of(replicas).collect(Collectors.toMap(Server::name, Server::probe));
		this.sampler = new Sampler(settings, primary.probe(), probes, clock, new Random(), this.listener);
		this.watch = this.sampler.watch(replicas[0].name());
		this.open.add(this.sampler);
		this.sampler.start();
		this.sampler.awaitFirst(Duration.ofSeconds(10));
	}

	private void awaitState(ReplicaState state) {
		await().untilAsserted(() -> assertThat(this.watch.state()).isEqualTo(state));
	}

	/**
	 * Writes to the primary until the test ends.
	 */
	private AtomicInteger write() {
		AtomicInteger written = new AtomicInteger();
		ExecutorService executor = Executors.newSingleThreadExecutor();
		this.open.add(executor::shutdownNow);
		executor.execute(() -> {
			while (!executor.isShutdown()) {
				try {
					pair.primary()
						.run("insert into note values (-1, 0) on conflict (id) do update set value = "
								+ written.incrementAndGet());
					TimeUnit.MILLISECONDS.sleep(10);
				}
				catch (InterruptedException ex) {
					return;
				}
				catch (IllegalStateException ex) {
					// The primary is down.
				}
			}
		});
		return written;
	}

	private boolean isReadable() {
		return this.watch.isReadable(MAX_LAG);
	}

	@ParameterizedTest
	@ValueSource(strings = { "waiting", "hasty" })
	void readAfterTheHorizonShowsTheOwnCommit(String user) throws Exception {
		Server primary = PostgresPair.server("primary", pair.primary(), user);
		start(Duration.ofHours(1), primary, this.replica);
		pair.applyDelay(15);
		AtomicInteger naive = new AtomicInteger();
		AtomicInteger stale = new AtomicInteger();
		ExecutorService executor = Executors.newFixedThreadPool(THREADS);
		this.open.add(executor::shutdownNow);
		List<Future<?>> threads = new ArrayList<>();
		for (int i = 0; i < THREADS; i++) {
			int id = i;
			threads.add(executor.submit(() -> {
				writeAndRead(primary, id, naive, stale);
				return null;
			}));
		}
		try {
			for (Future<?> thread : threads) {
				thread.get();
			}
		}
		finally {
			pair.applyDelay(0);
		}
		assertThat(stale).hasValue(0);
		assertThat(naive).hasPositiveValue();
	}

	private void writeAndRead(Server server, int id, AtomicInteger naive, AtomicInteger stale) throws Exception {
		try (Connection primary = server.pool().getConnection();
				Connection standby = this.replica.pool().getConnection();
				Statement write = primary.createStatement();
				PreparedStatement read = standby.prepareStatement("select value from note where id = " + id)) {
			write.execute("insert into note values (%d, 0) on conflict (id) do update set value = 0".formatted(id));
			for (int value = 1; value <= PAIRS / THREADS; value++) {
				write.execute("update note set value = %d where id = %d".formatted(value, id));
				long token = System.nanoTime();
				naive.addAndGet(shows(read, value) ? 0 : 1);
				while (this.watch.horizon() == Sampler.NEVER || this.watch.horizon() - token <= 0) {
					this.sampler.needed(token);
					TimeUnit.MICROSECONDS.sleep(200);
				}
				stale.addAndGet(shows(read, value) ? 0 : 1);
			}
		}
	}

	private static boolean shows(PreparedStatement read, long value) throws SQLException {
		try (ResultSet row = read.executeQuery()) {
			return row.next() && row.getLong(1) == value;
		}
	}

	@Test
	void oneNeedIsEnoughWhileThePrimaryWritesNothing() {
		AtomicInteger questions = new AtomicInteger();
		start(TestSettings.seldom(), System::nanoTime, this.primary, telling(this.replica, questions::incrementAndGet));
		awaitState(ReplicaState.UP);
		int before = questions.get();
		long token = System.nanoTime();
		this.sampler.needed(token);
		await().until(() -> this.watch.horizon() - token > 0);
		await().until(() -> questions.get() > before);
	}

	@Test
	void momentIsTakenBeforeThePrimaryIsAsked() {
		AtomicLong late = new AtomicLong();
		long hour = Duration.ofHours(1).toNanos();
		start(TestSettings.seldom(), () -> System.nanoTime() + late.get(),
				telling(this.primary, () -> late.compareAndSet(0, hour)), this.replica);
		await().untilAsserted(() -> {
			this.sampler.needed(System.nanoTime() - hour);
			assertThat(this.watch.lag()).isNotNull();
		});
		assertThat(this.watch.lag()).isGreaterThan(Duration.ofHours(1));
	}

	@Test
	void replicaThatDoesNotReplayIsLateUntilItHasCaughtUp() {
		startPatient(this.primary, this.replica);
		awaitState(ReplicaState.UP);
		write();
		pair.pauseReplay();
		try {
			awaitState(ReplicaState.LATE);
			assertThat(this.watch.lag()).isGreaterThan(MAX_LAG);
			assertThat(this.watch.lastError()).contains("ms exceeds 4000 ms");
			assertThat(isReadable()).isFalse();
			assertThat(this.watch.isReadable(MAX_LAG.multipliedBy(10))).isTrue();
		}
		finally {
			pair.resumeReplay();
		}
		awaitState(ReplicaState.UP);
		await().until(this::isReadable);
		assertThat(this.listener.heard()).anyMatch((line) -> line.startsWith("r1: UP -> LATE"));
	}

	@Test
	void delayedReplicaIsLateByItsDelay() {
		start(Duration.ofHours(1));
		write();
		pair.applyDelay(400);
		try {
			await().untilAsserted(
					() -> assertThat(this.watch.lag()).isBetween(Duration.ofMillis(400), Duration.ofMillis(1_500)));
		}
		finally {
			pair.applyDelay(0);
		}
	}

	/**
	 * Returns the same server with a callback before each connection.
	 */
	private static Server telling(Server server, Runnable question) {
		DataSource counting = (DataSource) Proxy.newProxyInstance(Server.class.getClassLoader(),
				new Class<?>[] { DataSource.class },
				(proxy, method, arguments) -> telling(method.invoke(server.probe(), arguments), question));
		return PostgresPair.server(server.name(), server.pool(), counting);
	}

	private static Object telling(Object result, Runnable question) {
		if (!(result instanceof Connection connection)) {
			return result;
		}
		return Proxy.newProxyInstance(Server.class.getClassLoader(), new Class<?>[] { Connection.class },
				(proxy, method, arguments) -> {
					if ("createStatement".equals(method.getName())) {
						question.run();
					}
					try {
						return method.invoke(connection, arguments);
					}
					catch (InvocationTargetException ex) {
						throw ex.getCause();
					}
				});
	}

}
