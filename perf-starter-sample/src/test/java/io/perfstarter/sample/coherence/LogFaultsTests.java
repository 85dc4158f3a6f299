package io.perfstarter.sample.coherence;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.fixtures.UsualRows;
import io.perfstarter.sample.coherence.BetweenCommitAndSend.Failure;
import io.perfstarter.sample.coherence.CoherenceFaultsTests.Fault;
import io.perfstarter.sample.coherence.Relay.Cut;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Lets things go wrong between three instances that learn of changes from the log in the
 * database only, and with that database. Some changes are typed by hand. No read is
 * staler than the bound.
 *
 * <p>
 * Nothing that reads or writes the log looks at the clock of its machine, only statements
 * of the server do.
 */
@Tag(Tier.CI)
@EnabledOnOs(value = OS.LINUX, disabledReason = "Needs signals that stop a process, and /proc")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
class LogFaultsTests {

	private static final Duration BOUND = Duration.ofSeconds(3);

	private static final Duration CALM = BOUND.plusSeconds(1);

	/**
	 * How long news travel at most while the log is read, on a busy machine: less than
	 * entries are served without news, which is the bound.
	 */
	private static final Duration SOON = BOUND.minusSeconds(1);

	/**
	 * Long enough for the bound to be broken.
	 */
	private static final Duration SHORT = Duration.ofSeconds(5);

	/**
	 * Tickets that no writer of the load changes.
	 */
	private static final int QUIET = 101;

	@AutoClose
	private FaultCluster cluster;

	private JdbcTemplate byHand;

	private InstanceProcess a;

	private InstanceProcess c;

	@BeforeAll
	void start() throws Exception {
		this.cluster = FaultCluster.start("log", List.of("A", "B", "C"), "--spring.profiles.active=database-log",
				"--perf-starter.coherence.max-staleness=" + BOUND);
		this.byHand = new JdbcTemplate(this.cluster.database());
		this.a = this.cluster.instances().get(0);
		this.c = this.cluster.instances().get(2);
	}

	@AfterEach
	void repair() throws Exception {
		this.cluster.settle();
	}

	/**
	 * A machine that stands still delays the news of a few changes.
	 */
	@Test
	void sqlByHandIsSeenByAll() throws Exception {
		int changes = 20;
		Observation observation = during("none, and changes by hand", (load) -> {
			for (int i = 0; i < changes; i++) {
				changeByHand(QUIET + i % 10);
				CoherenceFaultsTests.lasting(Duration.ofMillis(250));
			}
		});
		assertThat(observation.over(SOON)
			.stream()
			.map(Observation.StaleRead::read)
			.filter((read) -> read.id() >= QUIET)
			.map(Read::value)
			.distinct()).hasSizeLessThan(changes / 2);
		assertThat(this.cluster.instances()).allSatisfy((instance) -> await()
			.untilAsserted(() -> assertThat(new TicketClient().evictions(instance)).contains("HEARD")));
	}

	@Tag(Tier.ALL)
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
	void senderKilledAfterItsCommitLeavesNothingOld() throws Exception {
		Observation observation = during("sender killed (SIGKILL) after its commit", (load) -> {
			this.a.order(Failure.HALT, QUIET);
			load.commit(this.a, QUIET);
			assertThat(this.a.awaitEnd()).isEqualTo(137);
			CoherenceFaultsTests.lasting(SHORT);
		});
		assertThat(observation.over(SOON)).noneMatch((stale) -> stale.read().id() == QUIET);
	}

	@Test
	void logThatCannotBeReadLeavesNothingOld() throws Exception {
		during("the log cannot be read", (load) -> {
			this.byHand.execute("alter table perf_starter.invalidation_state rename to gone");
			try {
				load.commit(this.a, QUIET);
				CoherenceFaultsTests.lasting(SHORT);
			}
			finally {
				this.byHand.execute("alter table perf_starter.gone rename to invalidation_state");
			}
			CoherenceFaultsTests.lasting(SHORT);
		});
	}

	@UsualRows
	@ParameterizedTest
	@EnumSource(Cut.class)
	void instanceThatIsCutOffFromTheDatabaseServesNothingOld(Cut cut) throws Exception {
		during("cut off from the database (%s)".formatted(cut), (load) -> {
			this.cluster.cutFromDatabase(this.c, cut);
			load.commit(this.a, QUIET);
			changeByHand(QUIET + 1);
			CoherenceFaultsTests.lasting(SHORT);
			assertThat(this.cluster.affected()).as("what was kept from the database").isPositive();
			this.cluster.heal();
			load.awaitHits(this.c);
		});
	}

	@Test
	void promotionOfAStandbyLeavesNothingOld() throws Exception {
		PostgresServer standby = this.cluster.addStandby();
		this.cluster.settle();
		during("promotion of a standby", (load) -> {
			load.commit(this.a, QUIET);
			this.cluster.promote(standby);
			changeByHand(QUIET + 1);
			this.cluster.instances().forEach(load::awaitHits);
		});
	}

	/**
	 * The clock cannot be set here, so the times that it is compared with are.
	 * @param step how far the clock goes
	 */
	@UsualRows(2)
	@ParameterizedTest
	@ValueSource(strings = { "2 hours", "-2 hours", "8 days", "-8 days" })
	void stepOfTheClockOfTheServerLeavesNothingOld(String step) throws Exception {
		try {
			during("step of the clock of the database (%s)".formatted(step), (load) -> {
				this.byHand.update(
						"update perf_starter.invalidation_state " + "set maintained_at = maintained_at - ?::interval, "
								+ "next_trimmed_at = next_trimmed_at - ?::interval",
						step, step);
				load.commit(this.a, QUIET);
				changeByHand(QUIET + 1);
				CoherenceFaultsTests.lasting(SHORT);
			});
		}
		finally {
			this.byHand.execute("update perf_starter.invalidation_state "
					+ "set maintained_at = clock_timestamp(), next_trimmed_at = clock_timestamp()");
		}
	}

	/**
	 * Without triggers nobody tells the instances of a change by hand, and that is seen.
	 * One ticket is read too rarely to be surely read before and after.
	 */
	@Test
	void changesByHandWithoutTriggersAreFoundOut() throws Exception {
		this.byHand.execute("alter table tickets disable trigger perf_starter_update_tickets");
		try {
			Observation observation = CoherenceFaultsTests.observe(this.cluster, CALM.plus(BOUND),
					(load) -> IntStream.range(QUIET, Witness.LAST_TICKET).forEach(this::changeByHand));
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
		CoherenceFaultsTests.assertKept(fault, BOUND, observation);
		return observation;
	}

}
