package io.perfstarter.routing.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link Sampler} with servers without positions.
 */
@Timeout(60)
class SamplerTests {

	private static final Duration LONG = Duration.ofSeconds(30);

	private static final String REPLICA = "r1";

	private static final String OTHER = "r2";

	private final FakeServer fakePrimary = new FakeServer();

	private final FakeServer fakeReplica = new FakeServer();

	private final FakeServer otherReplica = new FakeServer();

	private final RecordingRoutingListener listener = new RecordingRoutingListener();

	private Sampler sampler = sampler(TestSettings.patient());

	private Sampler sampler(RoutingSettings settings) {
		return new Sampler(settings, this.fakePrimary.dataSource(),
				Map.of(REPLICA, this.fakeReplica.dataSource(), OTHER, this.otherReplica.dataSource()), System::nanoTime,
				new Random(), this.listener);
	}

	@AfterEach
	void close() {
		this.sampler.close();
	}

	private void start() {
		this.sampler.start();
		this.sampler.awaitFirst(LONG);
	}

	private ReplicaState state(String replica) {
		return this.sampler.watch(replica).state();
	}

	private static List<String> threads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.map(Thread::getName)
			.filter((name) -> name.startsWith("perf-starter-routing-"))
			.sorted()
			.toList();
	}

	@Test
	void everyServerIsAskedOnceBeforeTheStartGoesOn() {
		assertThat(this.sampler.primary().answers()).isNull();
		start();
		assertThat(this.sampler.primary().answers()).isNotNull();
		assertThat(List.of(state(REPLICA), state(OTHER))).doesNotContain(ReplicaState.UNKNOWN);
		// A busy machine may be too late for the timeout of the first sample.
		await().until(() -> this.sampler.primary().answers() && state(REPLICA) == ReplicaState.UP
				&& state(OTHER) == ReplicaState.UP);
		assertThat(this.fakePrimary.answers.get()).isPositive();
	}

	/**
	 * A pooler such as PgBouncer would give the isolation of a probe to other clients.
	 */
	@Test
	void onlyTheProbesOfReplicasLeaveSerializableIsolation() {
		this.fakePrimary.isolation = Connection.TRANSACTION_SERIALIZABLE;
		this.fakeReplica.isolation = Connection.TRANSACTION_SERIALIZABLE;
		start();
		assertThat(this.fakePrimary.isolation).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
		assertThat(this.fakeReplica.isolation).isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
	}

	@Test
	void everyServerHasOneThreadAndOneConnection() {
		start();
		int answers = this.fakeReplica.answers.get();
		await().until(() -> this.fakeReplica.answers.get() > answers + 5);
		assertThat(this.fakeReplica.opened).hasValue(1);
		await().untilAsserted(() -> assertThat(threads()).containsExactly("perf-starter-routing-primary",
				"perf-starter-routing-r1", "perf-starter-routing-r2"));
	}

	@Test
	void closeEndsThreadsAndConnections() {
		start();
		this.sampler.close();
		// The connecting thread may still be about to end.
		await().untilAsserted(() -> assertThat(threads()).isEmpty());
		assertThat(this.fakePrimary.closed).hasValue(this.fakePrimary.opened.get());
		assertThat(this.fakeReplica.closed).hasValue(this.fakeReplica.opened.get());
	}

	@Test
	void serverThatDoesNotAnswerHoldsUpNobodyElse() {
		CountDownLatch held = this.fakeReplica.holdAnswers();
		this.sampler.start();
		this.sampler.awaitFirst(Duration.ofMillis(10));
		await().until(() -> this.otherReplica.answers.get() > 5 && this.fakePrimary.answers.get() > 5);
		assertThat(state(OTHER)).isEqualTo(ReplicaState.UP);
		assertThat(state(REPLICA)).isEqualTo(ReplicaState.UNKNOWN);
		held.countDown();
		await().untilAsserted(() -> assertThat(state(REPLICA)).isEqualTo(ReplicaState.UP));
	}

	@Test
	void serverThatLetsConnectForEverIsDownAndTriedOnOneThread() {
		CountDownLatch held = this.fakeReplica.holdConnections();
		start();
		// The first attempt may be late because the machine is busy.
		await().untilAsserted(() -> assertThat(state(REPLICA)).isEqualTo(ReplicaState.DOWN));
		assertThat(this.sampler.watch(REPLICA).lastError()).contains("No connection within 1000 ms");
		await().until(() -> this.otherReplica.answers.get() > 10);
		await().untilAsserted(() -> assertThat(threads()).filteredOn((name) -> name.endsWith("-connect"))
			.containsExactly("perf-starter-routing-r1-connect"));
		held.countDown();
		await().untilAsserted(() -> assertThat(state(REPLICA)).isEqualTo(ReplicaState.UP));
		assertThat(this.fakeReplica.opened).hasValue(1);
	}

	@Test
	void connectionThatComesAfterTheEndIsClosed() {
		CountDownLatch held = this.fakeReplica.holdConnections();
		start();
		this.sampler.close();
		held.countDown();
		await().until(() -> this.fakeReplica.opened.get() == 1 && this.fakeReplica.closed.get() == 1);
	}

	@Test
	void brokenReplicaComesBackWithANewConnection() {
		start();
		this.fakeReplica.broken = true;
		await().untilAsserted(() -> assertThat(state(REPLICA)).isEqualTo(ReplicaState.DOWN));
		assertThat(this.sampler.watch(REPLICA).lastError()).isEqualTo("SQLException (08006): It is broken");
		this.fakeReplica.broken = false;
		await().untilAsserted(() -> assertThat(state(REPLICA)).isEqualTo(ReplicaState.UP));
		assertThat(this.fakeReplica.opened).hasValue(2);
		assertThat(this.fakeReplica.closed).hasValue(1);
		await().untilAsserted(() -> assertThat(this.listener.heard()).containsOnlyOnce(
				"r1: UP -> DOWN, SQLException (08006): It is broken", "r1: DOWN -> UP", "r2: UNKNOWN -> UP"));
	}

	@Test
	void brokenPrimaryIsNoticedAndReplicasAreReadOn() {
		start();
		this.fakePrimary.broken = true;
		await().until(() -> Boolean.FALSE.equals(this.sampler.primary().answers()));
		assertThat(this.sampler.primary().lastError()).contains("It is broken");
		assertThat(this.sampler.watch(REPLICA).isReadable(LONG)).isTrue();
		this.fakePrimary.broken = false;
		await().until(() -> Boolean.TRUE.equals(this.sampler.primary().answers()));
		await().untilAsserted(() -> assertThat(this.listener.heard())
			.containsOnlyOnce("primary: SQLException (08006): It is broken", "primary: answers"));
	}

	@Test
	void aPrimaryThatAcceptsNoMoreConnectionsIsUp() {
		start();
		this.fakePrimary.full = true;
		this.fakePrimary.broken = true;
		await().untilAsserted(() -> assertThat(this.listener.heard())
			.containsSubsequence("primary: SQLException (08006): It is broken", "primary: answers"));
		assertThat(this.sampler.primary().lastError()).isEqualTo("SQLException (53300): Too many clients");
		assertThat(this.sampler.primary().isGone(Sampler.NEVER)).isFalse();
	}

	@Test
	void aStandbyIsNoPrimaryAndIsAskedOnANewConnection() {
		this.fakePrimary.standby = true;
		this.sampler = sampler(
				TestSettings.with(Duration.ofSeconds(4), true, Duration.ofMillis(100), Duration.ofMillis(250)));
		start();
		await().until(() -> this.fakePrimary.opened.get() > 1);
		assertThat(this.sampler.primary().answers()).isFalse();
		assertThat(this.sampler.primary().lastError()).contains("The server rejects writes");
		this.fakePrimary.standby = false;
		await().until(() -> Boolean.TRUE.equals(this.sampler.primary().answers()));
	}

	@Test
	void failedBorrowIsCheckedOnANewConnection() {
		start();
		CountDownLatch held = this.fakeReplica.holdConnections();
		this.sampler.watch(REPLICA).borrowFailed(new SQLException("Refused"));
		assertThat(state(REPLICA)).isEqualTo(ReplicaState.DOWN);
		held.countDown();
		await().untilAsserted(() -> assertThat(state(REPLICA)).isEqualTo(ReplicaState.UP));
		assertThat(this.fakeReplica.opened).hasValue(2);
	}

	@Test
	void needBringsTheNextSampleEarlier() {
		this.sampler = sampler(
				TestSettings.with(Duration.ofHours(8), true, Duration.ofMillis(100), Duration.ofHours(1)));
		start();
		AtomicInteger answers = new AtomicInteger();
		// After one second without reads the next sample is due in an hour.
		await().during(Duration.ofMillis(500))
			.until(() -> answers.getAndSet(this.fakeReplica.answers.get()) == this.fakeReplica.answers.get());
		this.sampler.needed();
		await().until(() -> this.fakeReplica.answers.get() > answers.get());
	}

	@Test
	void onlyReplicasOfTheConfigurationAreWatched() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.sampler.watch("r9"))
			.withMessage("There is no replica 'r9'");
	}

}
