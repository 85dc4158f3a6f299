package io.perfstarter.sample.coherence;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.fixtures.UsualRows;
import io.perfstarter.sample.coherence.BetweenCommitAndSend.Failure;
import io.perfstarter.sample.coherence.Relay.Cut;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Lets things go wrong between three instances, and compares all that is read meanwhile
 * with what the database held: no read is staler than the bound.
 *
 * <p>
 * The simulation in core has these faults and more, in virtual time; the profile
 * {@code all} adds the default bound.
 */
@Tag(Tier.CI)
@EnabledOnOs(value = OS.LINUX, disabledReason = "Needs signals that stop a process, and /proc")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(180)
class CoherenceFaultsTests {

	private static final Duration DEFAULT_BOUND = Duration.ofSeconds(15);

	private static final Duration BOUND = Duration.ofSeconds(3);

	/**
	 * How long is read on after the last write: what is stale then and stays so is over
	 * the bound.
	 */
	private static final Duration CALM = BOUND.plusSeconds(1);

	/**
	 * For the time between the moment of a read and the reader's clock.
	 */
	static final Duration TOLERANCE = Duration.ofMillis(100);

	/**
	 * Long enough for the bound to be broken, and too short for a peer to count as gone.
	 */
	private static final Duration SHORT = Duration.ofSeconds(5);

	/**
	 * Longer than the 10 s of silence after which an instance at its address replaces a
	 * peer.
	 */
	private static final Duration LONG = Duration.ofSeconds(13);

	/**
	 * Tickets that no writer changes.
	 */
	private static final int QUIET = 101;

	@AutoClose
	private FaultCluster cluster;

	private InstanceProcess a;

	private InstanceProcess b;

	private InstanceProcess c;

	@BeforeAll
	void start() throws Exception {
		this.cluster = FaultCluster.start("three", List.of("A", "B", "C"),
				"--perf-starter.coherence.max-staleness=" + BOUND);
		this.a = this.cluster.instances().get(0);
		this.b = this.cluster.instances().get(1);
		this.c = this.cluster.instances().get(2);
	}

	@AfterEach
	void repair() throws Exception {
		for (InstanceProcess instance : this.cluster.instances()) {
			if (!List.of(this.a, this.b, this.c).contains(instance)) {
				this.cluster.remove(instance);
			}
		}
		this.cluster.settle();
	}

	@Test
	@Order(1)
	void pausedReceiverServesNothingOldWhenItGoesOn() throws Exception {
		during("receiver paused (SIGSTOP)", (load) -> {
			this.c.pause();
			load.commit(this.a, QUIET);
			lasting(SHORT);
			this.c.resume();
			load.awaitHits(this.c);
		});
	}

	@Tag(Tier.ALL)
	@Test
	@Order(2)
	void senderThatPausesAfterItsCommitIsNotTrusted() throws Exception {
		during("sender paused between commit and send", (load) -> {
			this.a.order(Failure.STOP, QUIET);
			load.commit(this.a, QUIET);
			await().until(this.a::isPaused);
			lasting(SHORT);
			this.a.resume();
		});
	}

	@Test
	@Order(3)
	void senderKilledAfterItsCommitLeavesNothingOld() throws Exception {
		during("sender killed between commit and send", (load) -> {
			this.a.order(Failure.HALT, QUIET);
			load.commit(this.a, QUIET);
			assertThat(this.a.awaitEnd()).isEqualTo(137);
			lasting(LONG);
		});
	}

	@UsualRows
	@ParameterizedTest
	@EnumSource(Cut.class)
	@Order(4)
	void instanceThatIsCutOffServesNothingOld(Cut cut) throws Exception {
		during("cut off, both ways (%s)".formatted(cut), (load) -> {
			this.cluster.cutTo(this.c, cut);
			this.cluster.cutFrom(this.c, cut);
			load.commit(this.a, QUIET);
			load.commit(this.c, QUIET + 1);
			lasting(SHORT);
			mend();
		});
	}

	@Tag(Tier.ALL)
	@Test
	@Order(5)
	void instanceThatIsNotReachedServesNothingOld() throws Exception {
		during("not reached by its peers (HOLD)", (load) -> {
			this.cluster.cutTo(this.c, Cut.HOLD);
			load.commit(this.a, QUIET);
			lasting(SHORT);
			mend();
		});
	}

	private void mend() {
		assertThat(this.cluster.affected()).as("messages that were kept from arriving").isPositive();
		this.cluster.heal();
	}

	@Test
	@Order(6)
	void instanceThatJoinsServesNothingOld() throws Exception {
		during("an instance joins and leaves", (load) -> {
			InstanceProcess d = this.cluster.add("D");
			load.readFrom(d);
			this.cluster.awaitReady(d);
			load.awaitHits(d);
			load.commit(d, QUIET);
			load.commit(this.a, QUIET + 1);
			lasting(Duration.ofSeconds(3));
			load.commit(d, QUIET + 2);
			d.stop();
			this.cluster.remove(d);
		});
	}

	@Tag(Tier.ALL)
	@Test
	@Order(7)
	void defaultBoundIsKept() throws Exception {
		try (FaultCluster two = FaultCluster.start("two", List.of("A", "B"))) {
			InstanceProcess writer = two.instances().get(0);
			InstanceProcess reader = two.instances().get(1);
			Observation observation = observe(two, Duration.ofSeconds(5), (load) -> {
				reader.pause();
				load.commit(writer, QUIET);
				lasting(DEFAULT_BOUND.plus(SHORT));
				reader.resume();
				load.awaitHits(reader);
			});
			assertKept("receiver paused until it counts as gone, default bound", DEFAULT_BOUND, observation);
		}
	}

	/**
	 * An instance that nobody tells anything breaks the bound, and that is seen.
	 */
	@Tag(Tier.ALL)
	@Test
	@Order(8)
	void instanceWithoutFanOutIsFoundOut() throws Exception {
		Observation observation = observe(this.cluster, CALM, (load) -> {
			InstanceProcess deaf = this.cluster.add("deaf", "--perf-starter.coherence.fan-out=off",
					"--eureka.client.enabled=false");
			load.readFrom(deaf);
			load.awaitHits(deaf);
			load.commit(this.a, QUIET);
		});
		assertThat(observation.over(BOUND.plus(TOLERANCE))).isNotEmpty()
			.allMatch((stale) -> stale.read().instance().equals("deaf"));
	}

	private void during(String fault, Fault injected) throws Exception {
		assertKept(fault, BOUND, observe(this.cluster, CALM, injected));
	}

	static void assertKept(String fault, Duration bound, Observation observation) {
		System.out.printf("%s: of %d reads the stalest %s, seed %d%n", fault, observation.reads(), observation.worst(),
				Load.SEED);
		List<Observation.StaleRead> over = observation.over(bound.plus(TOLERANCE));
		assertThat(over.stream().limit(5))
			.as("%s: %d reads over the bound, the logs are in %s", fault, over.size(), FaultCluster.ROOT)
			.isEmpty();
	}

	static Observation observe(FaultCluster cluster, Duration calm, Fault injected) throws Exception {
		try (Load load = new Load(cluster.instances(), cluster.client(), cluster.witness())) {
			injected.happen(load);
			load.stopWriting();
			lasting(calm);
			return load.end();
		}
	}

	static void lasting(Duration duration) throws InterruptedException {
		TimeUnit.NANOSECONDS.sleep(duration.toNanos());
	}

	/**
	 * Something that goes wrong under load.
	 */
	@FunctionalInterface
	interface Fault {

		void happen(Load load) throws Exception;

	}

}
