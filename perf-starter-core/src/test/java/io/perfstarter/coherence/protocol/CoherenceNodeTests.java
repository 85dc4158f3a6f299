package io.perfstarter.coherence.protocol;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link CoherenceNode} and its {@link PeerLink links}.
 */
class CoherenceNodeTests {

	private static final URI SELF = URI.create("http://self:1/p");

	private static final URI A = URI.create("http://a:1/p");

	private static final URI B = URI.create("http://b:1/p");

	private final FakeNetwork network = new FakeNetwork();

	private final List<Delayed> timers = new ArrayList<>();

	private final FakeCopies copies = new FakeCopies();

	private final Recorder recorder = new Recorder();

	private final CoherenceNode node = new CoherenceNode("me", this.copies, new PlainWire(100), this.network,
			(delay, task) -> this.timers.add(new Delayed(delay, task)), () -> 0, new Random(1), this.recorder);

	@BeforeEach
	void discoverPeers() {
		this.node.discovered(List.of(A, B));
		this.network.answerAll(Outcome.APPLIED);
		this.network.sent.clear();
		this.recorder.clear();
	}

	@Test
	void newPeerIsGreeted() {
		URI late = URI.create("http://c:1/p");
		this.node.discovered(List.of(A, B, late));
		assertThat(this.network.sent).hasSize(1);
		assertThat(this.network.sent.get(0).address).isEqualTo(late);
		assertThat(this.network.sent.get(0).message.events()).isEmpty();
	}

	@Test
	void eventLeavesAtOnceForEveryPeer() {
		this.node.publish(Event.keys("tickets", List.of(1)));
		assertThat(this.network.sent).extracting((sent) -> sent.address).containsExactly(A, B);
		assertThat(this.network.sent)
			.allSatisfy((sent) -> assertThat(sent.message.events()).containsExactly(Event.keys("tickets", List.of(1))));
		assertThat(this.network.sent).extracting((sent) -> sent.message.id()).doesNotHaveDuplicates();
	}

	@Test
	void eventsJoinTheNextMessageWhileOneIsInFlight() {
		IntStream.range(0, 50).forEach((key) -> this.node.publish(Event.keys("tickets", List.of(key))));
		assertThat(this.network.to(A)).hasSize(1);
		this.network.to(A).get(0).answer(Outcome.APPLIED);
		assertThat(this.network.to(A)).hasSize(2);
		assertThat(this.network.to(A).get(1).message.events())
			.containsExactly(Event.keys("tickets", IntStream.range(1, 50).boxed().toList()));
		this.network.to(A).get(1).answer(Outcome.APPLIED);
		assertThat(this.network.to(A)).hasSize(2);
	}

	@Test
	void slowPeerDelaysNoOther() {
		for (int key = 0; key < 10; key++) {
			this.node.publish(Event.keys("tickets", List.of(key)));
			this.network.to(B).get(key).answer(Outcome.APPLIED);
		}
		assertThat(this.network.to(B)).hasSize(10);
		assertThat(this.network.to(A)).hasSize(1);
	}

	@Test
	void peerThatNeverAnswersCostsBoundedMemory() {
		for (int key = 0; key < 2_100; key++) {
			this.node.publish(Event.keys("tickets", List.of(key)));
		}
		assertThat(this.recorder.overflowed).isEqualTo(2);
		this.network.to(A).get(0).answer(Outcome.APPLIED);
		assertThat(this.network.to(A).get(1).message.events()).containsExactly(Event.all("tickets"));
	}

	@Test
	void unreachablePeerIsTriedAgainWithGrowingJitteredDelays() {
		this.node.publish(Event.keys("tickets", List.of(1)));
		long[] base = { 50, 200, 1000 };
		for (int retry = 0; retry < base.length; retry++) {
			this.network.to(A).get(retry).answer(Outcome.UNREACHABLE);
			Delayed delayed = this.timers.remove(0);
			assertThat(delayed.delay).isBetween(Duration.ofMillis(base[retry] * 3 / 4),
					Duration.ofMillis(base[retry] * 5 / 4));
			assertThat(this.network.to(A)).hasSize(retry + 1);
			delayed.task.run();
		}
		assertThat(this.network.to(A)).hasSize(4);
		assertThat(this.network.to(A)).extracting((sent) -> sent.message)
			.containsOnly(this.network.to(A).get(0).message);
		this.network.to(A).get(3).answer(Outcome.UNREACHABLE);
		assertThat(this.timers).isEmpty();
		assertThat(this.recorder.settled).containsExactly(Map.entry(Outcome.UNREACHABLE, 1));
		assertThat(this.recorder.retried).isEqualTo(3);
		assertThat(this.recorder.changes).containsExactly("a APPLIED -> UNREACHABLE");
	}

	@Test
	void networkThatFailsCountsAsUnreachable() {
		this.network.broken = true;
		this.node.publish(Event.keys("tickets", List.of(1)));
		assertThat(this.timers).hasSize(2);
		this.network.broken = false;
		this.timers.remove(0).task.run();
		this.network.to(A).get(0).future.completeExceptionally(new IllegalStateException("reset"));
		assertThat(this.timers).hasSize(2);
	}

	@Test
	void refusedMessageIsNotTriedAgain() {
		for (Outcome refusal : List.of(Outcome.REFUSED, Outcome.UNAUTHORIZED, Outcome.ABSENT, Outcome.FORGED,
				Outcome.UNKNOWN_CACHE)) {
			this.recorder.clear();
			this.network.sent.clear();
			this.node.publish(Event.keys("tickets", List.of(1)));
			this.network.answerAll(refusal);
			assertThat(this.timers).isEmpty();
			assertThat(this.recorder.settled).containsExactly(Map.entry(refusal, 2));
		}
	}

	@Test
	void stateOfAPeerIsReportedOnceUntilItChanges() {
		for (Outcome outcome : List.of(Outcome.REFUSED, Outcome.REFUSED, Outcome.APPLIED, Outcome.DUPLICATE,
				Outcome.UNKNOWN_CACHE, Outcome.ABSENT)) {
			this.node.publish(Event.keys("tickets", List.of(1)));
			this.network.last(A).answer(outcome);
		}
		assertThat(this.recorder.changes).containsExactly("a APPLIED -> REFUSED", "a REFUSED -> APPLIED",
				"a UNKNOWN_CACHE -> ABSENT");
	}

	@Test
	void selfIsRecognisedByTheIdInTheAnswerOnly() {
		this.node.discovered(List.of(A, B, SELF));
		assertThat(this.node.peers()).isEqualTo(3);
		this.network.last(SELF).future.complete(new Answer(Outcome.SELF, "me"));
		assertThat(this.node.peers()).isEqualTo(2);
		assertThat(this.recorder.settled).isEmpty();
		this.network.sent.clear();
		this.node.publish(Event.keys("tickets", List.of(1)));
		this.node.discovered(List.of(A, B, SELF));
		assertThat(this.network.to(SELF)).isEmpty();
	}

	@Test
	void peerThatIsGoneIsDroppedWithItsQueue() {
		this.node.publish(Event.keys("tickets", List.of(1)));
		this.node.publish(Event.keys("tickets", List.of(2)));
		this.node.discovered(List.of(B));
		this.network.last(A).answer(Outcome.UNREACHABLE);
		this.timers.forEach((delayed) -> delayed.task.run());
		this.node.publish(Event.keys("tickets", List.of(3)));
		assertThat(this.network.to(A)).hasSize(1);
		assertThat(this.node.peers()).isEqualTo(1);
	}

	@Test
	void emptyDiscoveryKeepsThePeers() {
		this.node.discovered(Set.of());
		assertThat(this.node.peers()).isEqualTo(2);
	}

	@Test
	void idsThatCannotTravelBecomeAll() {
		this.node.publish(Event.keys("tickets", List.of(1, new Object())));
		assertThat(this.network.last(A).message.events()).containsExactly(Event.all("tickets"));
		assertThat(this.recorder.unencodable).isEqualTo(1);
	}

	@Test
	void messageIsAppliedOnceAndAnswered() {
		Message message = new Message("peer", 7, List.of(Event.keys("tickets", List.of(1)), Event.all("zones")));
		assertThat(this.node.receive(message)).isEqualTo(new Answer(Outcome.APPLIED, "me"));
		assertThat(this.node.receive(message)).isEqualTo(new Answer(Outcome.DUPLICATE, "me"));
		assertThat(this.node.receive(new Message("other", 7, List.of()))).isEqualTo(new Answer(Outcome.APPLIED, "me"));
		assertThat(this.copies.evicted).containsExactlyElementsOf(message.events());
		assertThat(this.recorder.received).containsEntry(Outcome.APPLIED, 2).containsEntry(Outcome.DUPLICATE, 1);
	}

	@Test
	void ownMessageIsNotApplied() {
		Message message = new Message("me", 7, List.of(Event.all("zones")));
		assertThat(this.node.receive(message).outcome()).isEqualTo(Outcome.SELF);
		assertThat(this.copies.evicted).isEmpty();
	}

	@Test
	void knownCachesAreEvictedBesideAnUnknownOne() {
		Message message = new Message("peer", 7, List.of(Event.all("unknown"), Event.all("zones")));
		assertThat(this.node.receive(message).outcome()).isEqualTo(Outcome.UNKNOWN_CACHE);
		assertThat(this.copies.evicted).containsExactly(Event.all("zones"));
	}

	@Test
	void failedMessageEvictsTheRestAndMayComeAgain() {
		Message message = new Message("peer", 7, List.of(Event.all("failing"), Event.all("zones")));
		assertThatIllegalStateException().isThrownBy(() -> this.node.receive(message));
		assertThat(this.copies.evicted).containsExactly(Event.all("zones"));
		this.copies.failing = false;
		assertThat(this.node.receive(message).outcome()).isEqualTo(Outcome.APPLIED);
	}

	@Test
	void idleWhenEverythingIsAnswered() {
		assertThat(this.node.isIdle()).isTrue();
		this.node.publish(Event.all("tickets"));
		this.node.publish(Event.all("tickets"));
		this.network.last(A).answer(Outcome.APPLIED);
		this.network.last(B).answer(Outcome.APPLIED);
		assertThat(this.node.isIdle()).isFalse();
		this.network.last(A).answer(Outcome.APPLIED);
		this.network.last(B).answer(Outcome.APPLIED);
		assertThat(this.node.isIdle()).isTrue();
	}

	@Test
	void closedNodeTellsNobody() {
		this.node.close();
		this.node.publish(Event.all("tickets"));
		this.node.discovered(List.of(A, B));
		assertThat(this.network.sent).isEmpty();
		assertThat(this.node.peers()).isZero();
	}

	private record Delayed(Duration delay, Runnable task) {
	}

	private record Sent(URI address, Message message, CompletableFuture<Answer> future) {

		void answer(Outcome outcome) {
			this.future.complete(new Answer(outcome, this.address.getHost()));
		}

	}

	private static final class FakeNetwork implements PeerNetwork {

		private final List<Sent> sent = new ArrayList<>();

		private boolean broken;

		@Override
		public CompletionStage<Answer> send(URI address, Message message) {
			if (this.broken) {
				throw new IllegalStateException("broken");
			}
			Sent sent = new Sent(address, message, new CompletableFuture<>());
			this.sent.add(sent);
			return sent.future;
		}

		List<Sent> to(URI address) {
			return this.sent.stream().filter((sent) -> sent.address.equals(address)).toList();
		}

		Sent last(URI address) {
			List<Sent> all = to(address);
			return all.get(all.size() - 1);
		}

		void answerAll(Outcome outcome) {
			List.copyOf(this.sent).forEach((sent) -> sent.answer(outcome));
		}

	}

	private static final class FakeCopies implements LocalCopies {

		private static final Collection<String> CACHES = Set.of("tickets", "zones", "failing");

		private final List<Event> evicted = new ArrayList<>();

		private boolean failing = true;

		@Override
		public boolean knows(String cache) {
			return CACHES.contains(cache);
		}

		@Override
		public void evict(Event event) {
			if (this.failing && event.cache().equals("failing")) {
				throw new IllegalStateException("failing");
			}
			this.evicted.add(event);
		}

	}

	private static final class Recorder implements CoherenceListener {

		private final Map<Outcome, Integer> settled = new LinkedHashMap<>();

		private final Map<Outcome, Integer> received = new EnumMap<>(Outcome.class);

		private final List<String> changes = new ArrayList<>();

		private int retried;

		private int overflowed;

		private int unencodable;

		void clear() {
			this.settled.clear();
			this.received.clear();
			this.changes.clear();
		}

		@Override
		public void retried() {
			this.retried++;
		}

		@Override
		public void settled(Outcome outcome) {
			this.settled.merge(outcome, 1, Integer::sum);
		}

		@Override
		public void received(Outcome outcome) {
			this.received.merge(outcome, 1, Integer::sum);
		}

		@Override
		public void overflowed(String cache) {
			this.overflowed++;
		}

		@Override
		public void unencodable(String cache) {
			this.unencodable++;
		}

		@Override
		public void peerChanged(URI address, @Nullable Outcome before, Outcome now) {
			this.changes.add(address.getHost() + " " + before + " -> " + now);
		}

	}

}
