package io.perfstarter.sample.coherence;

import java.io.IOException;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

import io.perfstarter.sample.coherence.BetweenCommitAndSend.Failure;
import io.perfstarter.sample.coherence.CoherenceFaultsTests.Fault;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Lets things go wrong between three instances that learn of changes from the log in the
 * database only. Some changes are typed by hand. No read is staler than the bound.
 */
@Tag("faults")
@EnabledOnOs(value = OS.LINUX, disabledReason = "Needs signals that stop a process, and /proc")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
class LogFaultsTests {

	private static final Duration BOUND = Duration.ofSeconds(3);

	private static final Duration CALM = BOUND.plusSeconds(1);

	/**
	 * Long enough for the bound to be broken.
	 */
	private static final Duration SHORT = Duration.ofSeconds(5);

	/**
	 * Tickets that no writer of the load changes.
	 */
	private static final int QUIET = 101;

	private final FaultReport report = new FaultReport("log-faults");

	private FaultCluster cluster;

	private JdbcTemplate byHand;

	private InstanceProcess a;

	private InstanceProcess c;

	@BeforeAll
	void start() throws Exception {
		this.cluster = FaultCluster.start("log", List.of("A", "B", "C"), "--spring.profiles.active=database-log",
				"--perf-starter.coherence.log-read-interval=100ms", "--perf-starter.coherence.max-staleness=" + BOUND);
		this.byHand = new JdbcTemplate(this.cluster.database());
		this.a = this.cluster.instances().get(0);
		this.c = this.cluster.instances().get(2);
	}

	@AfterEach
	void repair() throws Exception {
		this.cluster.settle();
	}

	@AfterAll
	void end() {
		if (this.cluster != null) {
			this.cluster.close();
		}
		this.report.print();
	}

	@Test
	void withoutFaultNewsTravelSoon() throws Exception {
		Observation observation = during("none", (load) -> CoherenceFaultsTests.lasting(SHORT));
		assertThat(observation.worst()).isLessThan(Duration.ofSeconds(1));
	}

	@Test
	void sqlByHandIsSeenByAll() throws Exception {
		Observation observation = during("none, and changes by hand", (load) -> {
			for (int i = 0; i < 20; i++) {
				changeByHand(QUIET + i % 10);
				CoherenceFaultsTests.lasting(Duration.ofMillis(250));
			}
		});
		assertThat(observation.worst()).isLessThan(Duration.ofSeconds(1));
	}

	@Test
	void pausedReceiverServesNothingOldWhenItGoesOn() throws Exception {
		during("receiver paused (SIGSTOP)", (load) -> {
			this.c.pause();
			load.commit(this.a, QUIET);
			changeByHand(QUIET + 1);
			CoherenceFaultsTests.lasting(SHORT);
			this.c.resume();
			load.awaitHits(this.c);
		});
	}

	@Test
	void senderThatPausesAfterItsCommitDelaysNothing() throws Exception {
		Observation observation = during("sender paused after its commit", (load) -> {
			this.a.order(Failure.STOP, QUIET);
			load.commit(this.a, QUIET);
			await().until(this.a::isPaused);
			CoherenceFaultsTests.lasting(SHORT);
			this.a.resume();
		});
		assertThat(observation.over(Duration.ofSeconds(1))).noneMatch((stale) -> stale.read().id() == QUIET);
	}

	@Test
	void senderKilledAfterItsCommitLeavesNothingOld() throws Exception {
		Observation observation = during("sender killed (SIGKILL) after its commit", (load) -> {
			this.a.order(Failure.HALT, QUIET);
			load.commit(this.a, QUIET);
			assertThat(this.a.awaitEnd()).isEqualTo(137);
			CoherenceFaultsTests.lasting(SHORT);
		});
		assertThat(observation.over(Duration.ofSeconds(1))).noneMatch((stale) -> stale.read().id() == QUIET);
	}

	@Test
	void cleanRestartLeavesNothingOld() throws Exception {
		during("restart (SIGTERM)", (load) -> {
			load.commit(this.a, QUIET);
			this.a.stop();
			changeByHand(QUIET + 1);
			this.a.start();
			this.cluster.awaitReady(this.a);
			load.awaitHits(this.a);
		});
	}

	@Test
	void logThatCannotBeReadLeavesNothingOld() throws Exception {
		during("the log cannot be read", (load) -> {
			this.byHand.execute("alter table perf_starter.invalidation_state rename to gone");
			load.commit(this.a, QUIET);
			CoherenceFaultsTests.lasting(SHORT);
			this.byHand.execute("alter table perf_starter.gone rename to invalidation_state");
			CoherenceFaultsTests.lasting(SHORT);
		});
	}

	@Test
	void connectionsThatBreakLeaveNothingOld() throws Exception {
		during("connections to the log broken", (load) -> {
			for (int i = 0; i < 10; i++) {
				this.byHand.execute("select pg_terminate_backend(pid) from pg_stat_activity "
						+ "where application_name like 'perf-starter-log%'");
				load.commit(this.a, QUIET + i);
				CoherenceFaultsTests.lasting(Duration.ofMillis(300));
			}
		});
	}

	@Test
	void readerThatIsTooFarBehindServesNothingOld() throws Exception {
		during("trimmed beyond a paused reader", (load) -> {
			this.c.pause();
			load.commit(this.a, QUIET);
			changeByHand(QUIET + 1);
			this.byHand.execute("update perf_starter.invalidation_state "
					+ "set trimmed = pg_snapshot_xmin(pg_current_snapshot())");
			this.byHand.execute("delete from perf_starter.invalidation where xid < (select trimmed "
					+ "from perf_starter.invalidation_state)");
			CoherenceFaultsTests.lasting(SHORT);
			this.c.resume();
			load.awaitHits(this.c);
		});
	}

	@Test
	void transactionThatStaysOpenHoldsNothingBack() throws Exception {
		Observation observation = during("a writer that stays open", (load) -> {
			try (Connection open = this.cluster.database().getConnection();
					Statement statement = open.createStatement()) {
				open.setAutoCommit(false);
				statement.execute(update(QUIET));
				load.commit(this.a, QUIET + 1);
				CoherenceFaultsTests.lasting(SHORT);
				open.commit();
			}
		});
		assertThat(observation.worst()).isLessThan(Duration.ofSeconds(1));
	}

	/**
	 * Without triggers nobody tells the instances of a change by hand, and that is seen.
	 * @throws Exception if something else happens
	 */
	@Test
	void changesByHandWithoutTriggersAreFoundOut() throws Exception {
		this.byHand.execute("alter table tickets disable trigger perf_starter_update_tickets");
		try {
			Observation observation = CoherenceFaultsTests.observe(this.cluster, CALM, (load) -> changeByHand(QUIET));
			this.report.add("no triggers at all: what the checker finds", BOUND, observation);
			assertThat(observation.over(BOUND.plus(CoherenceFaultsTests.TOLERANCE))).isNotEmpty();
		}
		finally {
			this.byHand.execute("alter table tickets enable trigger perf_starter_update_tickets");
			this.byHand.execute("select perf_starter.evict('tickets', 'all')");
		}
	}

	private void changeByHand(int id) {
		this.byHand.execute(update(id));
	}

	private static String update(int id) {
		return "update tickets set notes = 'by hand %s' where id = %d".formatted(UUID.randomUUID(), id);
	}

	private Observation during(String fault, Fault injected) throws Exception {
		Observation observation = CoherenceFaultsTests.observe(this.cluster, CALM, injected);
		assertKept(fault, observation);
		return observation;
	}

	private void assertKept(String fault, Observation observation) throws IOException {
		this.report.add(fault, BOUND, observation);
		List<Observation.StaleRead> over = observation.over(BOUND.plus(CoherenceFaultsTests.TOLERANCE));
		assertThat(over.stream().limit(5))
			.as("%s: %d reads over the bound, the logs are in %s", fault, over.size(), FaultCluster.ROOT)
			.isEmpty();
	}

}
