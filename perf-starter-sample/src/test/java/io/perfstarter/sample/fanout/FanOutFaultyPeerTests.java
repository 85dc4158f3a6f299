package io.perfstarter.sample.fanout;

import java.io.IOException;
import java.time.Duration;

import io.perfstarter.fixtures.Tier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static io.perfstarter.sample.fanout.TicketDesk.TICKETS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests of evictions while one of the instances that Eureka lists is dead or slow.
 */
@Tag(Tier.CI)
@ExtendWith(Cluster.Extension.class)
class FanOutFaultyPeerTests {

	// Far more than a write takes, far less than the tries to reach a peer in vain.
	private static final Duration AT_ONCE = Duration.ofSeconds(20);

	private final Cluster cluster;

	private final Instance a;

	FanOutFaultyPeerTests(Cluster cluster) {
		this.cluster = cluster;
		this.a = cluster.a();
	}

	@Test
	void deadInstanceThatEurekaStillListsIsCountedAndDelaysNobody() {
		try (Instance dead = Instance.start("D", this.cluster.eureka(), Instance.SECRET)) {
			await("fourth instance").until(() -> this.a.peers() == 3 && this.cluster.eureka().instances() == 4);
			dead.stopListening();
			assertThat(this.cluster.eureka().instances()).isEqualTo(4);
			Growth unreachable = this.a.failed("unreachable");
			this.cluster.readEverywhere(1);
			assertThat(durationOf(() -> this.a.desk().annotate(1, "one is dead"))).isLessThan(AT_ONCE);
			this.cluster.awaitGoneEverywhere(TICKETS, 1L);
			unreachable.reaches(1);
		}
	}

	@Test
	void callerDoesNotWaitForAConnectionThatNobodyAccepts() throws IOException {
		Growth unreachable = this.a.failed("unreachable");
		try (SilentPort port = new SilentPort();
				EurekaServer.Registration registration = this.cluster.eureka().register(port.number())) {
			assertThat(registration).isNotNull();
			await("fourth instance").until(() -> this.a.peers() == 3);
			// A busy machine may take longer than the tries to tell of the eviction.
			await().untilAsserted(() -> {
				this.cluster.readEverywhere(1);
				Growth tries = this.a.failed("unreachable");
				assertThat(durationOf(() -> this.a.desk().annotate(1, "one is silent"))).isLessThan(AT_ONCE);
				// One for the greeting at most: the tries to tell of the eviction go on.
				assertThat(tries.now()).isLessThan(2);
			});
			this.cluster.awaitGoneEverywhere(TICKETS, 1L);
			unreachable.reaches(1);
		}
	}

	@Test
	void peerThatDoesNotAnswerDelaysNeitherCallerNorOtherPeers() throws IOException {
		Growth greeted = this.a.failed("forged");
		try (FakePeer slow = FakePeer.unsigned(this.cluster.eureka())) {
			greeted.reaches(1);
			slow.answerAfter(Duration.ofMinutes(5));
			this.cluster.readEverywhere(1, 2);
			assertThat(durationOf(() -> this.a.desk().annotate(1, "one is slow"))).isLessThan(AT_ONCE);
			this.cluster.awaitGoneEverywhere(TICKETS, 1L);
			await("message for the slow peer").until(() -> !slow.requestsAbout(TICKETS).isEmpty());
			assertThat(durationOf(() -> this.a.desk().annotate(2, "one is still slow"))).isLessThan(AT_ONCE);
			this.cluster.awaitGoneEverywhere(TICKETS, 2L);
			assertThat(slow.requestsAbout(TICKETS)).isNotEmpty()
				.allMatch((request) -> slow.answerTo(request).isEmpty());
		}
	}

	private static Duration durationOf(Runnable action) {
		long start = System.nanoTime();
		action.run();
		return Duration.ofNanos(System.nanoTime() - start);
	}

}
