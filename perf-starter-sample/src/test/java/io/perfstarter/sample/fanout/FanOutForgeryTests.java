package io.perfstarter.sample.fanout;

import java.io.IOException;
import java.util.List;

import io.perfstarter.fixtures.Tier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.util.StringUtils;

import static io.perfstarter.sample.fanout.TicketDesk.TICKETS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests of messages and answers that nobody may believe.
 */
@Tag(Tier.CI)
@ExtendWith({ Cluster.Extension.class, OutputCaptureExtension.class })
class FanOutForgeryTests {

	private final Cluster cluster;

	private final Instance a;

	private final Instance b;

	private final Instance c;

	FanOutForgeryTests(Cluster cluster) {
		this.cluster = cluster;
		this.a = cluster.a();
		this.b = cluster.b();
		this.c = cluster.c();
	}

	@Test
	void instancesWithDifferentSecretsDoNotEvictFromEachOther() {
		List<Growth> refused = this.cluster.instances().stream().map((each) -> each.refused("signature")).toList();
		Growth unauthorized = this.a.failed("unauthorized");
		try (Instance stranger = Instance.start("D", this.cluster.eureka(), "another secret, as long as the first")) {
			refused.forEach((each) -> each.reaches(1));
			unauthorized.reaches(1);
			this.cluster.readEverywhere(1, 2);
			stranger.desk().notes(1);
			stranger.desk().notes(2);
			Growth refusedByStranger = stranger.refused("signature");
			this.a.desk().annotate(1, "not for strangers");
			this.cluster.awaitGoneEverywhere(TICKETS, 1L);
			unauthorized.reaches(2);
			refusedByStranger.reaches(1);
			assertThat(stranger.holds(TICKETS, 1L)).isTrue();
			stranger.desk().annotate(2, "by a stranger");
			refused.forEach((each) -> each.reaches(2));
			this.cluster.assertHeldEverywhere(TICKETS, 2L);
		}
	}

	@Test
	void messageThatComesTwiceIsRefusedAndEvictsNothing() throws IOException {
		try (FakePeer relay = FakePeer.relaying(this.cluster.eureka(), this.b)) {
			await("fourth instance").until(() -> this.a.peers() == 3);
			this.cluster.readEverywhere(1);
			this.a.desk().annotate(1, "once");
			this.cluster.awaitGoneEverywhere(TICKETS, 1L);
			await("message through the relay").until(() -> relay.requestsAbout(TICKETS)
				.stream()
				.anyMatch((request) -> relay.answerTo(request).isPresent()));
			SignedRequest message = relay.requestsAbout(TICKETS)
				.stream()
				.filter((request) -> relay.answerTo(request).isPresent())
				.findFirst()
				.orElseThrow();
			Growth replays = this.b.refused("replay");
			this.b.desk().notes(1);
			assertThat(message.sendTo(this.b).statusCode()).isEqualTo(409);
			assertThat(message.sendTo(this.b).statusCode()).isEqualTo(409);
			replays.is(2);
			assertThat(this.b.holds(TICKETS, 1L)).isTrue();
		}
	}

	@Test
	void peerThatDoesNotSignIsNotBelievedAndReportedOnce(CapturedOutput output) throws IOException {
		Growth acked = this.a.acked();
		Growth forged = this.a.failed("forged");
		List<Growth> forgedForOthers = List.of(this.b.failed("forged"), this.c.failed("forged"));
		try (FakePeer forger = FakePeer.unsigned(this.cluster.eureka())) {
			forged.reaches(1);
			forgedForOthers.forEach((each) -> each.reaches(1));
			evict("first");
			forged.reaches(2);
			evict("second");
			forged.reaches(3);
			acked.reaches(4);
			String report = "Peer '127.0.0.1:%d' responds without a valid signature".formatted(forger.port());
			await("reports of A, B and C")
				.untilAsserted(() -> assertThat(StringUtils.countOccurrencesOf(output.getAll(), report)).isEqualTo(3));
		}
	}

	@Test
	void answerOfAnotherInstanceThroughARelayIsRefusedAndReportedOnce(CapturedOutput output) throws IOException {
		Growth acked = this.a.acked();
		Growth misdirected = this.a.failed("misdirected");
		Growth refused = this.b.refused("misdirected");
		try (FakePeer relay = FakePeer.relaying(this.cluster.eureka(), this.b)) {
			misdirected.reaches(1);
			refused.reaches(1);
			evict("through the relay");
			misdirected.reaches(2);
			acked.reaches(2);
			assertThat(relay.requestsAbout(TICKETS)).isNotEmpty();
			String report = "Peer '127.0.0.1:%d' is not at this address".formatted(relay.port());
			await("reports of A, B and C")
				.untilAsserted(() -> assertThat(StringUtils.countOccurrencesOf(output.getAll(), report)).isEqualTo(3));
		}
	}

	private void evict(String notes) {
		this.cluster.readEverywhere(1);
		this.a.desk().annotate(1, notes);
		this.cluster.awaitGoneEverywhere(TICKETS, 1L);
	}

}
