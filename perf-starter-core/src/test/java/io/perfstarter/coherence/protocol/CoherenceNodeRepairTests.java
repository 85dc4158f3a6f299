package io.perfstarter.coherence.protocol;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link CoherenceNode}: the watermark, and what was missed.
 */
class CoherenceNodeRepairTests {

	private static final Event EVENT = Event.keys("tickets", List.of(1));

	private final TestNode test = new TestNode();

	private final CoherenceNode node = this.test.node;

	private final TestPeer a = this.test.peer("a");

	private final TestPeer b = this.test.peer("b");

	@BeforeEach
	void join() {
		this.test.join(this.a, this.b);
	}

	private void missedByUs(int events) {
		this.a.mark += events;
		this.a.log = (after) -> new Batch(after, this.a.mark, List.of(EVENT));
	}

	private static Duration millis(long millis) {
		return Duration.ofMillis(millis);
	}

	@Test
	void questionsKeepTheCertificateYoung() {
		for (int i = 0; i < 100; i++) {
			this.test.time.advanceMillis(499);
			assertThat(this.test.certificateAge()).isLessThanOrEqualTo(TestNode.PULL);
			assertThat(this.test.mode()).isEqualTo(Mode.CERTIFIED);
			assertThat(this.test.servesOldCopies()).isTrue();
		}
		assertThat(this.test.missed()).isEmpty();
	}

	@Test
	void answerCertifiesTheMomentOfTheQuestion() {
		this.a.holds = true;
		this.b.holds = true;
		this.test.time.advance(TestNode.PULL);
		this.test.time.advanceMillis(700);
		this.test.network.answer(this.a);
		assertThat(this.test.certificateAge()).isEqualTo(TestNode.PULL.plusMillis(700));
		this.test.network.answer(this.b);
		assertThat(this.test.certificateAge()).isEqualTo(millis(700));
	}

	@Test
	void everyPeerMustBeHeard() {
		this.b.outcome = MessageOutcome.UNREACHABLE;
		this.test.time.advance(TestNode.BOUND);
		assertThat(this.test.certificateAge()).isEqualTo(TestNode.BOUND);
		assertThat(this.test.mode()).isEqualTo(Mode.CERTIFIED);
		this.test.time.advance(Duration.ofNanos(1));
		assertThat(this.test.mode()).isEqualTo(Mode.UNCERTIFIED);
		assertThat(this.test.servesOldCopies()).isFalse();
		assertThat(this.test.serves(this.test.time.now() - TestNode.BOUND.toNanos())).isTrue();
		assertThat(this.test.missed()).isEmpty();
		this.b.outcome = MessageOutcome.APPLIED;
		this.test.time.advance(TestNode.PULL);
		assertThat(this.test.mode()).isEqualTo(Mode.CERTIFIED);
		assertThat(this.test.servesOldCopies()).isTrue();
	}

	@Test
	void pauseIsNoticedAtTheFirstRead() {
		this.test.time.pause(Duration.ofSeconds(16));
		assertThat(this.test.servesOldCopies()).isFalse();
		this.test.time.advance(Duration.ZERO);
		assertThat(this.test.servesOldCopies()).isTrue();
	}

	@Test
	void wordOfAPeerWithoutAQuestionCertifiesNothing() {
		this.a.outcome = MessageOutcome.UNREACHABLE;
		for (int i = 0; i < 16; i++) {
			this.test.time.advanceMillis(1_000);
			this.node.receive(this.a.tells(EVENT));
		}
		assertThat(this.test.mode()).isEqualTo(Mode.UNCERTIFIED);
	}

	@Test
	void changeUnderWayAtAPeerMovesTheCertificateBack() {
		this.a.pending = new PendingAges(millis(5_000).toNanos(), Map.of(), Map.of());
		this.test.time.advance(TestNode.PULL);
		assertThat(this.test.certificateAge()).isEqualTo(TestNode.PULL);
		this.test.time.advance(TestNode.PULL.multipliedBy(2));
		assertThat(this.test.certificateAge()).isEqualTo(millis(5_000));
		this.a.pending = new PendingAges(Duration.ofSeconds(20).toNanos(), Map.of(), Map.of());
		this.test.time.advance(Duration.ofSeconds(10).plusNanos(1));
		assertThat(this.test.mode()).isEqualTo(Mode.UNCERTIFIED);
	}

	@Test
	void changeOfOneCacheAtAPeerLeavesTheOthersCertified() {
		CacheWatermark tickets = this.test.watermark.forCache("tickets");
		CacheWatermark zones = this.test.watermark.forCache("zones");
		long old = this.test.time.now();
		for (int second = 2; second <= 120; second += 2) {
			this.a.pending = new PendingAges(0, Map.of("tickets", Duration.ofSeconds(second).toNanos()), Map.of());
			this.test.time.advance(TestNode.PULL);
			assertThat(zones.covers(old)).isTrue();
			assertThat(tickets.covers(old)).as("after %s s", second).isEqualTo(second <= 14);
			assertThat(this.test.mode()).isEqualTo(Mode.CERTIFIED);
		}
		assertThat(this.node.status().behind()).containsOnlyKeys("tickets");
		this.a.pending = PendingAges.NONE;
		this.test.time.advance(TestNode.PULL);
		assertThat(this.test.servesOldCopies()).isTrue();
		assertThat(this.node.status().behind()).isEmpty();
	}

	@Test
	void cacheOfAPendingChangeIsNotCertifiedByTheAnswerOfAnotherPeer() {
		this.a.pending = new PendingAges(0, Map.of("tickets", Duration.ofSeconds(60).toNanos()), Map.of());
		this.b.pending = new PendingAges(0, Map.of("zones", Duration.ofSeconds(60).toNanos()), Map.of());
		long old = this.test.time.now();
		this.test.time.advance(TestNode.BOUND.plus(TestNode.PULL));
		assertThat(this.test.watermark.forCache("tickets").covers(old)).isFalse();
		assertThat(this.test.watermark.forCache("zones").covers(old)).isFalse();
		assertThat(this.test.watermark.forCache("lots").covers(old)).isTrue();
	}

	@Test
	void nothingIsCertifiedBeforeWhatWasMissedIsDone() {
		missedByUs(3);
		this.a.holds = true;
		this.test.time.advance(TestNode.PULL);
		this.test.network.answer(this.a);
		assertThat(this.test.certificateAge()).isEqualTo(TestNode.PULL);
		this.test.time.advanceMillis(49);
		assertThat(this.test.network.to(this.a)).hasSize(1);
		this.test.time.advanceMillis(1);
		assertThat(this.test.listener.gaps).isEqualTo(1);
		assertThat(this.test.network.to(this.a)).extracting(Message::pull).containsExactly(null, 0L);
		assertThat(this.test.certificateAge()).isEqualTo(TestNode.PULL.plusMillis(50));
		this.test.time.advanceMillis(10);
		this.test.network.answer(this.a);
		assertThat(this.test.evicted).containsExactly(EVENT);
		assertThat(this.test.listener.repaired).isEqualTo(3);
		assertThat(this.node.status().members().get(0).heardAge()).isEqualTo(millis(10));
		// Of the other peer.
		assertThat(this.test.certificateAge()).isEqualTo(millis(60));
		assertThat(this.test.missed()).isEmpty();
	}

	@Test
	void whatComesByItselfIsNotAskedFor() {
		Message late = this.a.tells(EVENT);
		this.test.time.advance(TestNode.PULL);
		this.test.time.advanceMillis(49);
		assertThat(this.test.certificateAge()).isEqualTo(TestNode.PULL.plusMillis(49));
		this.node.receive(late);
		assertThat(this.test.certificateAge()).isEqualTo(millis(49));
		this.test.time.advanceMillis(1_000);
		assertThat(this.test.listener.gaps).isZero();
		assertThat(this.test.network.to(this.a)).extracting(Message::pull).containsOnlyNulls();
	}

	@Test
	void gapInAMessageIsRepaired() {
		missedByUs(2);
		this.node.receive(this.a.tells(Event.all("zones")));
		assertThat(this.test.evicted).containsExactly(Event.all("zones"));
		assertThat(this.node.status().members().get(0).done()).isZero();
		this.test.time.advanceMillis(50);
		assertThat(this.test.evicted).containsExactly(Event.all("zones"), EVENT);
		assertThat(this.node.status().members().get(0).done()).isEqualTo(3);
	}

	@Test
	void longGapIsRepairedInAsManyPartsAsItTakes() {
		this.a.mark = 100;
		this.a.log = (after) -> new Batch(after, Math.min(after + 30, 100), List.of(EVENT));
		this.node.receive(this.a.asks());
		this.test.time.advanceMillis(50);
		assertThat(this.test.network.to(this.a)).extracting(Message::pull).containsExactly(0L, 30L, 60L, 90L);
		assertThat(this.test.evicted).hasSize(4);
		assertThat(this.test.listener.repaired).isEqualTo(100);
		assertThat(this.test.certificateAge()).isEqualTo(Duration.ZERO.plusMillis(50));
		this.test.time.advance(TestNode.PULL);
		assertThat(this.test.certificateAge()).isLessThanOrEqualTo(TestNode.PULL);
		assertThat(this.test.listener.gaps).isEqualTo(1);
	}

	@Test
	void marksThatRunAheadDoNotPutOffTheCertificate() {
		for (int i = 0; i < 100; i++) {
			Message late = this.a.tells(EVENT);
			this.test.time.advanceMillis(300);
			// The peer is always ahead of what has arrived.
			this.node.receive(late);
			assertThat(this.test.certificateAge()).isLessThanOrEqualTo(TestNode.PULL.multipliedBy(2));
		}
	}

	@Test
	void whatALogNoLongerHoldsIsMissed() {
		this.a.mark = 50;
		this.a.log = (after) -> new Batch(40, 50, List.of(EVENT));
		this.node.receive(this.a.asks());
		this.test.time.advanceMillis(50);
		assertThat(this.test.missed()).containsExactly("TRUNCATED a");
		assertThat(this.test.listener.repaired).isZero();
		assertThat(this.node.status().members().get(0).done()).isEqualTo(50);
		assertThat(this.test.certificateAge()).isEqualTo(millis(50));
		this.test.time.advance(TestNode.LAG);
		assertThat(this.test.missed()).hasSize(1);
	}

	@Test
	void whatAPeerDoesNotGiveIsMissed() {
		this.a.mark = 50;
		this.node.receive(this.a.asks());
		this.test.time.advanceMillis(50);
		assertThat(this.test.missed()).containsExactly("TRUNCATED a");
		assertThat(this.test.servesOldCopies()).isTrue();
	}

	@Test
	void repairWaitsForAPeerThatCannotBeAsked() {
		missedByUs(2);
		this.a.outcome = MessageOutcome.UNREACHABLE;
		this.node.receive(this.a.asks());
		this.test.time.advance(TestNode.LAG);
		assertThat(this.test.missed()).isEmpty();
		assertThat(this.test.evicted).isEmpty();
		assertThat(this.test.mode()).isEqualTo(Mode.UNCERTIFIED);
		this.a.outcome = MessageOutcome.APPLIED;
		this.test.time.advance(TestNode.PULL.multipliedBy(2));
		assertThat(this.test.evicted).containsExactly(EVENT);
		assertThat(this.test.mode()).isEqualTo(Mode.CERTIFIED);
	}

	@Test
	void peerWithoutAnAddressCannotBeAsked() {
		Message message = new Message("hidden", null, null, new Batch(4, 5, List.of(EVENT)), 5, null, false);
		this.node.receive(message);
		this.test.time.advanceMillis(50);
		assertThat(this.test.missed()).isEmpty();
		assertThat(this.test.mode()).isEqualTo(Mode.UNCERTIFIED);
		assertThat(this.node.status().members()).extracting(NodeStatus.Member::done).containsExactly(0L, 0L, 0L);
	}

	@Test
	void claimThatThePeerDoesNotConfirmSilencesItOnlyUntilItsNextAnswer() {
		this.node.receive(new Message("a", null, this.a.address, new Batch(0, 1_000, List.of()), 1_000, null, false));
		assertThat(this.node.status().members().get(0).done()).isEqualTo(1_000);
		this.test.time.advance(TestNode.PULL.multipliedBy(2));
		assertThat(this.test.missed()).containsExactly("IMPLAUSIBLE a");
		assertThat(this.node.status().members().get(0).done()).isZero();
		assertThat(this.node.receive(this.a.tells(EVENT)).outcome()).isEqualTo(MessageOutcome.APPLIED);
		assertThat(this.test.evicted).containsExactly(EVENT);
	}

	@Test
	void failureToEvictWhatWasMissedIsToldAndNotRepeated() {
		missedByUs(2);
		this.test.failure = new IllegalStateException("failing");
		this.node.receive(this.a.asks());
		this.test.time.advanceMillis(50);
		assertThat(this.test.listener.failures).containsExactly(this.test.failure);
		assertThat(this.node.status().members().get(0).done()).isEqualTo(2);
		this.test.time.advance(TestNode.PULL);
		assertThat(this.test.evicted).hasSize(1);
	}

	@Test
	void messageThatFailsHereIsRepairedByQuestion() {
		this.a.log = (after) -> new Batch(after, this.a.mark, List.of(EVENT));
		Message message = this.a.tells(EVENT);
		this.test.failure = new IllegalStateException("failing");
		assertThat(this.node.receive(message).outcome()).as("the peer is not to blame")
			.isEqualTo(MessageOutcome.APPLIED);
		this.test.time.advance(TestNode.PULL.plusMillis(50));
		assertThat(this.test.evicted).containsExactly(EVENT, EVENT);
		assertThat(this.node.receive(message).outcome()).isEqualTo(MessageOutcome.DUPLICATE);
	}

	@Test
	void eventsAndPullShareAMessage() {
		missedByUs(2);
		this.node.receive(this.a.asks());
		this.a.holds = true;
		this.node.publish(List.of(EVENT));
		this.test.time.advanceMillis(50);
		assertThat(this.test.network.to(this.a)).extracting(Message::pull).containsExactly((Long) null);
		IntStream.range(0, 3).forEach((i) -> this.node.publish(List.of(EVENT)));
		this.test.network.answer(this.a);
		assertThat(this.test.network.to(this.a)).hasSize(2);
		Message both = this.test.network.to(this.a).get(1);
		assertThat(both.pull()).isZero();
		assertThat(both.batch()).isEqualTo(new Batch(1, 4, List.of(EVENT)));
	}

}
