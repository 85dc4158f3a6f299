package io.perfstarter.coherence.protocol;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.perfstarter.coherence.protocol.CacheWatermark.Doubt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link CoherenceNode} and its {@link PeerLink links}: what is told and what
 * is done.
 */
class CoherenceNodeTests {

	private static final Event EVENT = Event.keys("tickets", List.of(1));

	private final TestNode test = new TestNode();

	private final CoherenceNode node = this.test.node;

	private final TestPeer a = this.test.peer("a");

	private final TestPeer b = this.test.peer("b");

	@BeforeEach
	void join() {
		this.test.join(this.a, this.b);
	}

	private static Event key(Object key) {
		return Event.keys("tickets", List.of(key));
	}

	private void publish(Event... events) {
		this.node.publish(List.of(events));
	}

	private void assertSentToA(Batch... batches) {
		assertThat(this.test.network.to(this.a)).extracting(Message::batch).containsExactly(batches);
	}

	@Test
	void eventLeavesAtOnceForEveryPeer() {
		publish(EVENT);
		assertThat(this.test.network.sent).hasSize(2);
		for (TestPeer peer : List.of(this.a, this.b)) {
			assertThat(this.test.network.to(peer)).containsExactly(new Message("me", peer.address,
					this.test.self.address, new Batch(0, 1, List.of(EVENT)), 1, null, false));
		}
	}

	@Test
	void eventsOfOneTransactionGoTogetherUnderOneNumber() {
		publish(EVENT, Event.all("zones"));
		assertSentToA(new Batch(0, 1, List.of(EVENT, Event.all("zones"))));
	}

	@Test
	void nothingIsNotPublished() {
		publish();
		assertThat(this.test.network.sent).isEmpty();
		assertThat(this.node.status().mark()).isZero();
	}

	@Test
	void eventsJoinTheNextMessageWhileOneIsInFlight() {
		this.a.holds = true;
		IntStream.rangeClosed(1, 50).forEach((key) -> publish(key(key)));
		assertSentToA(new Batch(0, 1, List.of(key(1))));
		this.test.network.answer(this.a);
		assertSentToA(new Batch(0, 1, List.of(key(1))),
				new Batch(1, 50, List.of(Event.keys("tickets", IntStream.rangeClosed(2, 50).boxed().toList()))));
		this.test.network.answer(this.a);
		assertThat(this.test.network.to(this.a)).hasSize(2);
	}

	@Test
	void longBacklogBecomesAll() {
		this.a.holds = true;
		IntStream.range(0, 2_100).forEach((key) -> publish(key(key)));
		this.test.network.answer(this.a);
		assertThat(this.test.network.to(this.a).get(1).batch())
			.isEqualTo(new Batch(1, 2_100, List.of(Event.all("tickets"))));
	}

	@Test
	void unreachablePeerIsTriedAgainWithGrowingDelaysThenByQuestion() {
		this.a.outcome = MessageOutcome.UNREACHABLE;
		publish(EVENT);
		for (int delay : new int[] { 50, 200, 1_000 }) {
			this.test.network.sent.clear();
			this.test.time.advance(Duration.ofMillis(delay).minusNanos(1));
			assertThat(this.test.network.to(this.a)).isEmpty();
			this.test.time.advance(Duration.ofNanos(1));
			assertSentToA(new Batch(0, 1, List.of(EVENT)));
		}
		assertThat(this.test.listener.settled).containsEntry(MessageOutcome.UNREACHABLE, 1);
		assertThat(this.test.listener.changes).containsExactly("a APPLIED -> UNREACHABLE");
		this.test.network.sent.clear();
		this.a.outcome = MessageOutcome.APPLIED;
		this.test.time.advance(TestNode.PULL.multipliedBy(2));
		assertSentToA(new Batch(0, 1, List.of(EVENT)));
		assertThat(this.test.listener.changes).containsExactly("a APPLIED -> UNREACHABLE", "a UNREACHABLE -> APPLIED");
	}

	@Test
	void retriesAreSpread() {
		this.a.outcome = MessageOutcome.UNREACHABLE;
		this.test.random = 0;
		publish(EVENT);
		this.test.random = 0.999;
		this.test.time.advance(Duration.ofMillis(37));
		assertThat(this.test.network.to(this.a)).hasSize(1);
		this.test.time.advance(Duration.ofMillis(1));
		assertThat(this.test.network.to(this.a)).hasSize(2);
		this.test.time.advance(Duration.ofMillis(249));
		assertThat(this.test.network.to(this.a)).hasSize(2);
		this.test.time.advance(Duration.ofMillis(1));
		assertThat(this.test.network.to(this.a)).hasSize(3);
	}

	@Test
	void eventsDuringFailuresComeWithTheNextTry() {
		this.a.outcome = MessageOutcome.UNREACHABLE;
		publish(key(1));
		publish(key(2));
		publish(key(3));
		assertThat(this.test.network.to(this.a)).hasSize(1);
		this.a.outcome = MessageOutcome.APPLIED;
		this.test.time.advanceMillis(50);
		assertSentToA(new Batch(0, 1, List.of(key(1))),
				new Batch(0, 3, List.of(Event.keys("tickets", List.of(1, 2, 3)))));
	}

	@Test
	void messageThatFailedOnItsWayBackIsSentAgain() {
		this.a.holds = true;
		publish(key(1));
		publish(key(2));
		this.test.network.sent.get(0).future().completeExceptionally(new IllegalStateException("reset"));
		this.a.holds = false;
		this.test.time.advanceMillis(50);
		assertSentToA(new Batch(0, 1, List.of(key(1))), new Batch(0, 2, List.of(Event.keys("tickets", List.of(1, 2)))));
	}

	@Test
	void retryThatIsNotNeededAnyMoreIsNotMade() {
		this.test.time.advanceMillis(1_000);
		this.a.outcome = MessageOutcome.UNREACHABLE;
		publish(EVENT);
		this.test.time.advanceMillis(250);
		this.a.outcome = MessageOutcome.APPLIED;
		// Brings the question forward.
		this.node.receive(new Message("a2", null, this.a.address, new Batch(0, 0, List.of()), 0, null, false));
		this.test.forget();
		this.test.time.advanceMillis(1_000);
		assertThat(this.test.network.to(this.a)).isEmpty();
	}

	@Test
	void networkThatThrowsCountsAsUnreachable() {
		this.test.network.broken = true;
		publish(EVENT);
		this.test.network.broken = false;
		this.test.time.advanceMillis(50);
		assertThat(this.test.network.to(this.a)).hasSize(1);
		assertThat(this.test.network.to(this.b)).hasSize(1);
	}

	@Test
	void refusedMessageComesWithTheNextQuestion() {
		for (MessageOutcome refusal : List.of(MessageOutcome.REFUSED, MessageOutcome.UNAUTHORIZED,
				MessageOutcome.ABSENT, MessageOutcome.FORGED)) {
			this.a.outcome = refusal;
			this.test.time.advance(TestNode.PULL);
			this.test.forget();
			publish(EVENT);
			long mark = this.node.status().mark();
			this.test.time.advance(TestNode.PULL);
			assertThat(this.test.network.to(this.a)).as("%s", refusal).hasSize(1);
			assertThat(this.test.listener.settled.get(refusal)).isEqualTo(1);
			this.a.outcome = MessageOutcome.APPLIED;
			this.test.time.advance(TestNode.PULL);
			assertThat(this.test.network.to(this.a)).last()
				.extracting((message) -> message.batch().upTo())
				.isEqualTo(mark);
		}
	}

	@Test
	void messageThatNamesAnUnknownCacheIsDelivered() {
		this.a.outcome = MessageOutcome.UNKNOWN_CACHE;
		publish(EVENT);
		publish(EVENT);
		assertThat(this.test.network.to(this.a)).extracting((message) -> message.batch().after())
			.containsExactly(0L, 1L);
		assertThat(this.test.listener.settled).containsEntry(MessageOutcome.UNKNOWN_CACHE, 2);
	}

	@Test
	void stateOfAPeerIsReportedOnceUntilItChanges() {
		for (MessageOutcome outcome : List.of(MessageOutcome.REFUSED, MessageOutcome.REFUSED, MessageOutcome.APPLIED,
				MessageOutcome.DUPLICATE, MessageOutcome.UNKNOWN_CACHE, MessageOutcome.ABSENT)) {
			this.a.outcome = outcome;
			this.test.time.advance(TestNode.PULL);
		}
		assertThat(this.test.listener.changes).containsExactly("a APPLIED -> REFUSED", "a REFUSED -> APPLIED",
				"a UNKNOWN_CACHE -> ABSENT");
	}

	@Test
	void eachPeerIsAskedNowAndThen() {
		this.test.time.advance(TestNode.PULL.multipliedBy(5));
		for (TestPeer peer : List.of(this.a, this.b)) {
			assertThat(this.test.network.to(peer)).hasSize(5)
				.containsOnly(new Message("me", peer.address, this.test.self.address, new Batch(0, 0, List.of()), 0,
						null, false));
		}
		assertThat(this.test.network.sent).hasSize(10);
	}

	@Test
	void whoIsToldNeedNotBeAsked() {
		for (int i = 0; i < 100; i++) {
			publish(EVENT);
			this.test.time.advanceMillis(100);
		}
		assertThat(this.test.network.to(this.a)).hasSize(100)
			.noneMatch((message) -> message.batch().events().isEmpty());
	}

	@Test
	void questionsAreSpread() {
		this.test.random = 0;
		this.test.time.advance(TestNode.PULL);
		this.test.network.sent.clear();
		this.test.time.advance(Duration.ofMillis(15_000));
		assertThat(this.test.network.to(this.a)).hasSize(10);
		this.test.random = 1;
		this.test.time.advance(TestNode.PULL);
		this.test.network.sent.clear();
		this.test.time.advance(Duration.ofMillis(15_000));
		assertThat(this.test.network.to(this.a)).hasSize(6);
	}

	@Test
	void idsThatCannotTravelBecomeAllOfTheirCache() {
		publish(Event.keys("tickets", List.of(1, new Object())), Event.keys("zones", List.of(1)));
		assertSentToA(new Batch(0, 1, List.of(Event.all("tickets"), Event.keys("zones", List.of(1)))));
		assertThat(this.test.listener.unencodable).containsExactly("tickets");
	}

	@Test
	void evictionThatIsTooHeavyForAMessageBecomesAll() {
		publish(Event.keys("tickets", IntStream.range(0, 99).boxed().toList()));
		publish(Event.keys("tickets", IntStream.range(0, 50).boxed().toList()),
				Event.groups("tickets", IntStream.range(0, 40).boxed().toList()),
				Event.keys("zones", IntStream.range(0, 8).boxed().toList()));
		assertSentToA(new Batch(0, 1, List.of(Event.keys("tickets", IntStream.range(0, 99).boxed().toList()))),
				new Batch(1, 2, List.of(Event.all("tickets"), Event.all("zones"))));
	}

	@Test
	void messageIsAppliedOnceAndAnswered() {
		Message message = this.a.tells(EVENT, Event.all("zones"));
		assertThat(this.node.receive(message))
			.isEqualTo(new Answer(MessageOutcome.APPLIED, "me", 0, 0, PendingAges.NONE, null));
		assertThat(this.test.evicted).containsExactly(EVENT, Event.all("zones"));
		assertThat(this.node.receive(message))
			.isEqualTo(new Answer(MessageOutcome.DUPLICATE, "me", 0, 0, PendingAges.NONE, null));
		assertThat(this.node.receive(this.b.tells(EVENT)).outcome()).isEqualTo(MessageOutcome.APPLIED);
		assertThat(this.test.evicted).hasSize(3);
	}

	@Test
	void messageThatIsPartlyKnownIsAppliedAgain() {
		this.node.receive(this.a.tells(EVENT));
		Message longer = new Message("a", null, this.a.address, new Batch(0, 2, List.of(EVENT, Event.all("zones"))), 2,
				null, false);
		assertThat(this.node.receive(longer).outcome()).isEqualTo(MessageOutcome.APPLIED);
		assertThat(this.test.evicted).containsExactly(EVENT, EVENT, Event.all("zones"));
	}

	@Test
	void ownMessageIsNotApplied() {
		Message own = new Message("me", null, this.test.self.address, new Batch(0, 1, List.of(Event.all("zones"))), 1,
				null, false);
		assertThat(this.node.receive(own))
			.isEqualTo(new Answer(MessageOutcome.SELF, "me", 0, 0, PendingAges.NONE, null));
		assertThat(this.test.evicted).isEmpty();
		assertThat(this.node.status().members()).extracting(NodeStatus.Member::origin).containsExactly("a", "b");
	}

	@Test
	void unknownCacheIsToldToTheSenderAndTheRestIsDone() {
		Message message = this.a.tells(Event.all("unknown"), Event.all("zones"));
		assertThat(this.node.receive(message).outcome()).isEqualTo(MessageOutcome.UNKNOWN_CACHE);
		assertThat(this.test.evicted).contains(Event.all("zones"));
		assertThat(this.node.receive(message).outcome()).isEqualTo(MessageOutcome.DUPLICATE);
	}

	@Test
	void messageThatCouldNotBeCarriedOutMayComeAgain() {
		Message message = this.a.tells(EVENT);
		this.test.failure = new IllegalStateException("failing");
		assertThat(this.node.receive(message).outcome()).isEqualTo(MessageOutcome.APPLIED);
		this.test.failure = null;
		assertThat(this.node.receive(message).outcome()).isEqualTo(MessageOutcome.APPLIED);
		assertThat(this.test.evicted).containsExactly(EVENT, EVENT);
	}

	@Test
	void aDoubtOfAPeerHoldsForWhatWasLoadedBefore() {
		CacheWatermark tickets = this.test.watermark.forCache("tickets");
		CacheWatermark zones = this.test.watermark.forCache("zones");
		long before = this.test.time.now();
		this.test.time.advanceMillis(100);
		this.a.pending = new PendingAges(0, Map.of(), Map.of("tickets", 0L));
		this.test.time.advance(TestNode.PULL);
		assertThat(tickets.doubt(before)).isEqualTo(Doubt.UNSEEN_CHANGE);
		assertThat(tickets.doubt(this.test.time.now() + 1)).isNull();
		assertThat(zones.doubt(before)).isNull();
	}

	@Test
	void answerTellsTheMarkAndWhatIsUnderWay() {
		publish(EVENT);
		Runnable change = this.test.commits.begin(List.of("tickets"));
		this.test.time.advanceMillis(70);
		assertThat(this.node.receive(this.a.asks())).isEqualTo(new Answer(MessageOutcome.APPLIED, "me", 0, 1,
				new PendingAges(0, Map.of("tickets", Duration.ofMillis(70).toNanos()), Map.of()), null));
		change.run();
		assertThat(this.node.receive(this.a.asks()))
			.isEqualTo(new Answer(MessageOutcome.APPLIED, "me", 0, 1, PendingAges.NONE, null));
	}

	@Test
	void answerBringsWhatWasAskedFor() {
		publish(key(1));
		publish(key(2));
		publish(key(3));
		assertThat(this.node.receive(this.a.asks(1L)).batch())
			.isEqualTo(new Batch(1, 3, List.of(Event.keys("tickets", List.of(2, 3)))));
		assertThat(this.node.receive(this.a.asks(3L)).batch()).isEqualTo(new Batch(3, 3, List.of()));
	}

	@Test
	void confirmationsAreTimed() {
		this.b.holds = true;
		publish(key(1));
		assertThat(this.test.listener.acknowledged).containsExactly(Duration.ZERO);
		this.test.time.advanceMillis(30);
		publish(key(2));
		this.test.time.advanceMillis(10);
		assertThat(this.test.listener.acknowledgedByAll).isEmpty();
		this.test.network.answer(this.b);
		assertThat(this.test.listener.acknowledged).containsExactly(Duration.ZERO, Duration.ZERO,
				Duration.ofMillis(40));
		this.test.network.answer(this.b);
		assertThat(this.test.listener.acknowledged).last().isEqualTo(Duration.ofMillis(10));
		assertThat(this.test.listener.acknowledgedByAll).containsExactly(Duration.ofMillis(40), Duration.ofMillis(10));
	}

	@Test
	void idleWhenEverythingIsAnswered() {
		assertThat(this.node.isIdle()).isTrue();
		this.a.holds = true;
		publish(EVENT);
		publish(EVENT);
		assertThat(this.node.isIdle()).isFalse();
		this.test.network.answer(this.a);
		assertThat(this.node.isIdle()).isFalse();
		this.test.network.answer(this.a);
		assertThat(this.node.isIdle()).isTrue();
	}

	@Test
	void idleWhenNothingWorthATryWaits() {
		this.a.outcome = MessageOutcome.UNREACHABLE;
		publish(EVENT);
		assertThat(this.node.isIdle()).isFalse();
		this.test.time.advanceMillis(1_250);
		assertThat(this.test.listener.settled).containsEntry(MessageOutcome.UNREACHABLE, 1);
		assertThat(this.node.isIdle()).isTrue();
	}

	@Test
	void closedNodeTellsNobody() {
		this.node.close();
		publish(EVENT);
		this.test.discover(this.a, this.b, this.test.peer("c"));
		this.test.time.advance(TestNode.LAG);
		assertThat(this.test.network.sent).isEmpty();
		assertThat(this.test.watermark.isBypass()).isTrue();
		assertThat(this.node.isIdle()).isTrue();
		assertThat(this.test.time.waiting()).isZero();
	}

	@Test
	void closedNodeStillDoesWhatPeersTell() {
		this.node.close();
		assertThat(this.node.receive(this.a.tells(EVENT)).outcome()).isEqualTo(MessageOutcome.APPLIED);
		assertThat(this.test.evicted).containsExactly(EVENT);
	}

	@Test
	void answerAfterTheCloseChangesNothing() {
		this.a.holds = true;
		publish(EVENT);
		publish(EVENT);
		this.node.close();
		this.test.network.answer(this.a);
		assertThat(this.test.network.to(this.a)).hasSize(1);
	}

	@Test
	void statusTellsWhatIsKnown() {
		this.a.mark = 0;
		publish(EVENT);
		this.node.receive(this.a.tells(EVENT, EVENT));
		this.node.receive(new Message("b", null, this.b.address, new Batch(3, 3, List.of()), 3, null, false));
		this.test.time.advanceMillis(20);
		NodeStatus status = this.node.status();
		assertThat(status.origin()).isEqualTo("me");
		assertThat(status.address()).isEqualTo(this.test.self.address);
		assertThat(status.mark()).isEqualTo(1);
		assertThat(status.mode()).isEqualTo(Mode.CERTIFIED);
		assertThat(status.maxStaleness()).isEqualTo(TestNode.BOUND);
		assertThat(status.certificateAge()).isEqualTo(Duration.ofMillis(20));
		assertThat(status.members()).containsExactly(
				new NodeStatus.Member(this.a.address, "a", 2, 2, Duration.ofMillis(20), MessageOutcome.APPLIED),
				new NodeStatus.Member(this.b.address, "b", 0, 3, Duration.ofMillis(20), MessageOutcome.APPLIED));
		assertThat(this.node.peers()).isEqualTo(2);
	}

}
