package io.perfstarter.coherence.protocol;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.perfstarter.coherence.protocol.CacheWatermark.Doubt;
import io.perfstarter.peer.RegisteredInstance;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link CoherenceNode}: who belongs to it, from the start to the goodbye.
 */
class CoherenceNodeMembershipTests {

	private static final Event EVENT = Event.keys("tickets", List.of(1));

	private final TestNode test = new TestNode();

	private final CoherenceNode node = this.test.node;

	private final TestPeer a = this.test.peer("a");

	private final TestPeer b = this.test.peer("b");

	private static Duration seconds(long seconds) {
		return Duration.ofSeconds(seconds);
	}

	@Test
	void servesYoungCopiesUntilAllThatAreListedHaveAnswered() {
		TestNode test = new TestNode(Duration.ZERO);
		TestPeer peer = test.peer("c");
		test.node.start();
		assertThat(test.servesOldCopies()).isFalse();
		assertThat(test.serves(test.time.now())).isTrue();
		peer.holds = true;
		test.discover(peer);
		test.time.advanceMillis(100);
		long loaded = test.time.now();
		assertThat(test.serves(loaded - TestNode.BOUND.toNanos() - 1)).isFalse();
		assertThat(test.mode()).isNotEqualTo(Mode.CERTIFIED);
		peer.holds = false;
		test.network.answer(peer);
		assertThat(test.mode()).isEqualTo(Mode.CERTIFIED);
		assertThat(test.missed()).isEmpty();
		test.time.advanceMillis(1);
		long later = test.time.now();
		test.time.advance(TestNode.BOUND);
		assertThat(test.serves(loaded)).isFalse();
		test.time.advance(TestNode.BOUND);
		assertThat(test.serves(later)).isTrue();
	}

	@Test
	void waitsForFiveSecondsAtMost() {
		TestNode test = new TestNode(Duration.ZERO);
		TestPeer silent = test.peer("c");
		test.node.start();
		silent.holds = true;
		test.discover(silent);
		test.time.advance(seconds(5).minusNanos(1));
		silent.mark = 7;
		test.node.receive(silent.asks());
		assertThat(test.node.status().members()).extracting(NodeStatus.Member::done).containsExactly(0L, 7L);
		test.time.advance(Duration.ofNanos(1));
		test.node.receive(new Message("late", null, null, new Batch(3, 3, List.of()), 3, null, false));
		assertThat(test.node.status().members()).extracting(NodeStatus.Member::done).containsExactly(0L, 7L, 0L);
	}

	@Test
	void servesYoungCopiesIfDiscoveryIsSilent() {
		this.node.start();
		this.test.time.advance(seconds(5));
		assertThat(this.test.mode()).isEqualTo(Mode.JOINING);
		this.test.time.advance(TestNode.LAG.multipliedBy(2));
		assertThat(this.test.mode()).isEqualTo(Mode.JOINING);
	}

	@Test
	void aloneInTheRegistryNeedsNobody() {
		this.node.start();
		this.test.discover();
		assertThat(this.test.mode()).isEqualTo(Mode.JOINING);
		assertThat(this.test.servesOldCopies()).isFalse();
		this.test.time.advance(TestNode.LAG);
		assertThat(this.test.mode()).isEqualTo(Mode.CERTIFIED);
		assertThat(this.test.certificateAge()).isZero();
		this.test.time.advance(TestNode.LAG);
		assertThat(this.test.servesOldCopies()).isTrue();
		assertThat(this.node.peers()).isZero();
	}

	@Test
	void marksOfTheBaselineNeedNoRepair() {
		this.node.start();
		this.a.mark = 5_000;
		this.b.mark = 7;
		this.node.receive(this.b.asks());
		this.test.discover(this.a, this.b);
		this.test.time.advance(TestNode.LAG);
		assertThat(this.test.mode()).isEqualTo(Mode.CERTIFIED);
		assertThat(this.test.listener.gaps).isZero();
		assertThat(this.test.missed()).isEmpty();
		assertThat(this.node.status().members()).extracting(NodeStatus.Member::done).containsExactly(7L, 5_000L);
	}

	@Test
	void youngInstanceServesYoungCopies() {
		this.node.start();
		this.test.discover(this.a);
		this.test.time.advance(TestNode.LAG.minusNanos(1));
		assertThat(this.test.mode()).isEqualTo(Mode.JOINING);
		assertThat(this.test.servesOldCopies()).isFalse();
		assertThat(this.test.serves(this.test.time.now() - TestNode.BOUND.toNanos())).isTrue();
		this.test.time.advance(Duration.ofNanos(1));
		assertThat(this.test.mode()).isEqualTo(Mode.CERTIFIED);
		assertThat(this.test.servesOldCopies()).isTrue();
	}

	@Test
	void instanceThatIsNotListedItselfServesYoungCopies() {
		this.node.start();
		this.node.discovered(Registered.at(this.a.address));
		this.test.time.advance(TestNode.LAG.multipliedBy(2));
		this.node.discovered(Registered.at(this.a.address));
		assertThat(this.test.mode()).isEqualTo(Mode.JOINING);
		this.test.discover(this.a);
		this.test.time.advance(TestNode.LAG);
		assertThat(this.test.mode()).isEqualTo(Mode.CERTIFIED);
	}

	@Test
	void newPeerIsGreetedAndMustBeHeard() {
		this.test.join(this.a);
		this.node.publish(List.of(EVENT));
		this.test.forget();
		this.b.holds = true;
		this.b.mark = 3;
		this.b.log = (after) -> new Batch(after, 3, List.of(EVENT));
		this.test.discover(this.a, this.b);
		assertThat(this.test.network.to(this.b)).containsExactly(
				new Message("me", this.b.address, this.test.self.address, new Batch(1, 1, List.of()), 1, null, false));
		assertThat(this.test.mode()).isEqualTo(Mode.UNCERTIFIED);
		assertThat(this.test.certificateAge()).isNull();
		this.b.holds = false;
		this.test.network.answer(this.b);
		assertThat(this.test.servesOldCopies()).isFalse();
		this.test.time.advanceMillis(50);
		assertThat(this.test.evicted).containsExactly(EVENT);
		assertThat(this.test.servesOldCopies()).isTrue();
	}

	@Test
	void whoContactsUsIsGreetedAndMustBeHeard() {
		this.test.join(this.a);
		this.b.holds = true;
		this.node.receive(this.b.asks());
		assertThat(this.test.network.to(this.b)).hasSize(1);
		assertThat(this.test.mode()).isEqualTo(Mode.UNCERTIFIED);
		this.test.network.answer(this.b);
		assertThat(this.test.mode()).isEqualTo(Mode.CERTIFIED);
		assertThat(this.node.peers()).isEqualTo(2);
		this.b.holds = false;
		this.node.publish(List.of(EVENT));
		assertThat(this.test.network.to(this.b)).extracting((message) -> message.batch().upTo()).contains(1L);
		this.test.time.advance(TestNode.PULL);
		this.test.discover(this.a);
		assertThat(this.node.peers()).isEqualTo(2);
	}

	@Test
	void whoContactsUsWithoutAnAddressMustBeHeardAndCannotBe() {
		this.test.join(this.a);
		this.node.receive(new Message("hidden", null, null, new Batch(0, 0, List.of()), 0, null, false));
		assertThat(this.test.mode()).isEqualTo(Mode.UNCERTIFIED);
		this.test.time.advance(TestNode.LAG.minusNanos(1));
		this.test.discover(this.a);
		assertThat(this.test.missed()).isEmpty();
		this.test.time.advance(Duration.ofNanos(1));
		this.test.discover(this.a);
		assertThat(this.test.missed()).containsExactly("DEPARTURE hidden");
		assertThat(this.test.listener.departed).containsExactly("hidden without a goodbye");
		assertThat(this.test.mode()).isEqualTo(Mode.CERTIFIED);
	}

	@Test
	void contactWithOurOwnAddressMakesNoLink() {
		this.test.join(this.a);
		this.node.receive(new Message("odd", null, this.test.self.address, new Batch(0, 0, List.of()), 0, null, false));
		assertThat(this.test.network.sent).isEmpty();
		assertThat(this.node.status().members()).extracting(NodeStatus.Member::origin).containsExactly("a", "odd");
	}

	@Test
	void onlyWhoAnswersAtAnAddressIsBelievedToBeThere() {
		this.test.join(this.a, this.b);
		Message liar = new Message("b", null, this.a.address, new Batch(0, 0, List.of()), 0, null, false);
		this.node.receive(liar);
		assertThat(this.test.network.to(this.a)).hasSize(1);
		assertThat(this.node.status().members()).extracting(NodeStatus.Member::address)
			.containsExactly(this.a.address, this.b.address);
		assertThat(this.node.status().members()).extracting(NodeStatus.Member::origin).containsExactly("a", "b");
		assertThat(this.test.missed()).isEmpty();
	}

	@Test
	void oneWhoMovesIsNotGone() {
		this.test.join(this.a);
		TestPeer elsewhere = this.test.peer("c");
		elsewhere.origin = "a";
		this.a.outcome = MessageOutcome.UNREACHABLE;
		this.test.discover(elsewhere);
		this.test.time.advance(TestNode.LAG.plus(TestNode.PULL));
		this.test.discover(elsewhere);
		this.test.assertCertifiedAndMissed();
		assertThat(this.node.status().members()).extracting(NodeStatus.Member::address)
			.containsExactly(elsewhere.address);
	}

	@Test
	void newInstanceAtTheSameAddressHasReplacedTheOther() {
		this.test.join(this.a, this.b);
		this.a.origin = "a2";
		this.a.mark = 0;
		this.test.time.advance(TestNode.PULL);
		assertThat(this.test.missed()).containsExactly("DEPARTURE a");
		assertThat(this.test.listener.departed).containsExactly("a without a goodbye");
		assertThat(this.test.missed()).hasSize(1);
		assertThat(this.test.mode()).isEqualTo(Mode.CERTIFIED);
		assertThat(this.node.status().members()).extracting(NodeStatus.Member::origin).containsExactly("a2", "b");
	}

	@Test
	void instanceThatContactedUsAndWasReplacedBeforeItRespondedIsGone() {
		this.test.join(this.a, this.b);
		this.a.outcome = MessageOutcome.UNREACHABLE;
		this.a.origin = "a2";
		this.node.receive(this.a.asks());
		this.test.time.advance(seconds(5));
		this.a.outcome = MessageOutcome.APPLIED;
		this.a.origin = "a3";
		this.a.age = seconds(3).toNanos();
		this.test.time.advance(TestNode.PULL.multipliedBy(2));
		assertThat(this.test.missed()).containsExactly("DEPARTURE a");
		assertThat(this.test.mode()).as("a2 may be elsewhere").isEqualTo(Mode.UNCERTIFIED);
		this.a.age += seconds(5).toNanos();
		this.test.time.advance(seconds(5));
		this.test.assertCertifiedAndMissed("DEPARTURE a", "DEPARTURE a2");
	}

	@Test
	void instanceThatContactsUsAndIsNotAtItsAddressMustBeHeard() {
		this.test.join(this.a, this.b);
		this.test.time.advance(seconds(5));
		for (int i = 0; i < 10; i++) {
			this.node.receive(new Message("a2", null, this.a.address, new Batch(0, 0, List.of()), 0, null, false));
			this.test.time.advance(TestNode.PULL);
		}
		assertThat(this.test.missed()).isEmpty();
		assertThat(this.test.mode()).isEqualTo(Mode.UNCERTIFIED);
	}

	@Test
	void whatWasLoadedSinceTheNewInstanceListensIsNotMissed() {
		this.test.join(this.a, this.b);
		this.a.outcome = MessageOutcome.UNREACHABLE;
		this.test.time.advance(seconds(3));
		long before = this.test.time.now();
		this.test.time.advance(seconds(4));
		long after = this.test.time.now() + 1;
		this.test.time.advance(seconds(20));
		this.a.outcome = MessageOutcome.APPLIED;
		this.a.origin = "a2";
		this.a.age = seconds(22).toNanos();
		this.test.discover(this.a, this.b);
		this.test.time.advance(TestNode.PULL);
		assertThat(this.test.missed()).containsExactly("DEPARTURE a");
		assertThat(this.test.serves(before)).isFalse();
		assertThat(this.test.serves(after)).isTrue();
	}

	@Test
	void instanceThatListensSinceBeforeItWasListedMissesNothing() {
		this.test.join(this.a);
		this.test.time.advance(seconds(30));
		this.b.age = seconds(1).toNanos();
		this.test.discover(this.a, this.b);
		this.test.assertCertifiedAndMissed();
	}

	@Test
	void whileItJoinsAnInstanceThatStartsAfterItIsNoEvent() {
		this.b.outcome = MessageOutcome.UNREACHABLE;
		this.node.start();
		this.test.discover(this.a, this.b);
		this.test.time.advance(seconds(20));
		this.b.outcome = MessageOutcome.APPLIED;
		this.b.age = seconds(3).toNanos();
		this.test.time.advance(TestNode.PULL.multipliedBy(2));
		assertThat(this.test.mode()).isEqualTo(Mode.JOINING);
		this.test.time.advance(TestNode.LAG);
		this.test.assertCertifiedAndMissed();
	}

	@Test
	void firstInstanceAtAnAddressMayHaveReplacedAnother() {
		this.test.join(this.a);
		this.b.outcome = MessageOutcome.UNREACHABLE;
		this.test.discover(this.a, this.b);
		this.test.time.advance(seconds(20));
		this.b.outcome = MessageOutcome.APPLIED;
		this.b.age = seconds(3).toNanos();
		this.test.time.advance(TestNode.PULL.multipliedBy(2));
		this.test.assertCertifiedAndMissed("UNHEARD b:1");
	}

	@Test
	void messageToTheAddressOfAnotherInstanceIsNotAnswered() {
		this.test.join(this.a);
		Message message = new Message("a", this.b.address, this.a.address, new Batch(0, 1, List.of(EVENT)), 1, null,
				false);
		assertThat(this.node.receive(message)).isEqualTo(Answer.of(MessageOutcome.MISDIRECTED));
		assertThat(this.test.evicted).isEmpty();
		assertThat(this.node
			.receive(new Message("a", URI.create("http://SELF:1/other"), this.a.address,
					new Batch(0, 1, List.of(EVENT)), 1, null, false))
			.outcome()).isEqualTo(MessageOutcome.APPLIED);
	}

	@Test
	void messageIsAnsweredWhateverItsRecipientIfTheRegistryDoesNotListOurAddress() {
		this.node.start();
		this.node.discovered(Registered.at(this.a.address));
		Message message = new Message("a", this.b.address, this.a.address, new Batch(0, 0, List.of()), 0, null, false);
		assertThat(this.node.receive(message).outcome()).isEqualTo(MessageOutcome.APPLIED);
	}

	@Test
	void answerSaysHowLongWeListen() {
		this.test.join(this.a);
		assertThat(this.node.receive(this.a.asks()).age()).isZero();
		this.node.listening();
		this.test.time.advance(seconds(3));
		assertThat(this.node.receive(this.a.asks()).age()).isEqualTo(seconds(3).toNanos());
	}

	@Test
	void twoAtOneAddressGoByAgeAndAreNamed() {
		this.test.join(this.a);
		URI shared = this.b.address;
		this.node.discovered(List.of(new RegisteredInstance(this.test.self.address, "self", null),
				new RegisteredInstance(this.a.address, "a", null), new RegisteredInstance(shared, "b1", null),
				new RegisteredInstance(shared, "b2", null)));
		assertThat(this.test.network.to(this.b)).hasSize(1);
		this.test.time.advance(TestNode.PULL);
		assertThat(this.test.mode()).isEqualTo(Mode.UNCERTIFIED);
		assertThat(this.node.status().shared()).containsExactly(Map.entry(shared, List.of("b1", "b2")));
		this.test.discover(this.a, this.b);
		assertThat(this.test.mode()).isEqualTo(Mode.CERTIFIED);
	}

	@Test
	void addressWhoseAnnouncedInstanceHasLeftIsNotMissed() {
		this.test.join(this.a, this.b);
		List<RegisteredInstance> announced = List.of(new RegisteredInstance(this.test.self.address, "self", "me"),
				new RegisteredInstance(this.a.address, "a", "a"), new RegisteredInstance(this.b.address, "b", "b"));
		this.node.discovered(announced);
		this.node.receive(this.a.saysGoodbye());
		this.a.outcome = MessageOutcome.UNREACHABLE;
		for (int i = 0; i < 4; i++) {
			this.test.time.advance(seconds(10));
			this.node.discovered(announced);
			assertThat(this.test.mode()).isEqualTo(Mode.CERTIFIED);
		}
		this.test.discover(this.b);
		this.test.time.advance(seconds(1));
		this.test.discover(this.b);
		assertThat(this.test.missed()).isEmpty();
		assertThat(this.node.peers()).isEqualTo(1);
	}

	/**
	 * As through a proxy that distributes messages.
	 */
	@Test
	void instancesThatTakeTurnsAtOneAddressMustAllBeHeard() {
		this.test.join(this.a);
		for (int turn = 0; turn < 20; turn++) {
			this.a.origin = (turn % 2 == 0) ? "a2" : "a";
			this.a.age = TestNode.LAG.plus(TestNode.PULL.multipliedBy(turn)).toNanos();
			this.test.time.advance(TestNode.PULL);
		}
		this.test.assertCertifiedAndMissed();
		assertThat(this.test.certificateAge()).isGreaterThanOrEqualTo(TestNode.PULL);
		this.test.time.advance(TestNode.BOUND);
		assertThat(this.test.mode()).as("one is silent").isEqualTo(Mode.UNCERTIFIED);
		this.test.time.advance(TestNode.LAG);
		this.test.discover(this.a);
		this.test.assertCertifiedAndMissed("DEPARTURE a2");
	}

	@Test
	void peerThatStartsIsNotReportedAsUnreachable() {
		this.test.join(this.a);
		this.b.outcome = MessageOutcome.ABSENT;
		this.test.discover(this.a, this.b);
		this.test.time.advance(seconds(9));
		assertThat(this.test.listener.changes).isEmpty();
		this.b.outcome = MessageOutcome.APPLIED;
		this.test.time.advance(TestNode.PULL.multipliedBy(2));
		assertThat(this.test.listener.changes).containsExactly("b null -> APPLIED");
		TestPeer c = this.test.peer("c");
		c.outcome = MessageOutcome.ABSENT;
		this.test.discover(this.a, this.b, c);
		this.test.time.advance(seconds(15));
		assertThat(this.test.listener.changes).contains("c null -> ABSENT");
	}

	@Test
	void newInstanceThatContactsUsFirstIsFoundAtOnce() {
		this.test.join(this.a, this.b);
		this.test.time.advanceMillis(1);
		this.a.origin = "a2";
		this.node.receive(this.a.asks());
		this.test.assertCertifiedAndMissed("DEPARTURE a");
	}

	@Test
	void whoIsSilentAndNoLongerListedIsGone() {
		this.test.join(this.a, this.b);
		this.a.outcome = MessageOutcome.UNREACHABLE;
		this.test.discover(this.b);
		this.test.time.advance(TestNode.LAG.minusNanos(1));
		assertThat(this.test.missed()).isEmpty();
		assertThat(this.node.peers()).isEqualTo(2);
		this.test.time.advance(TestNode.PULL.multipliedBy(2));
		assertThat(this.test.missed()).containsExactly("DEPARTURE a");
		assertThat(this.node.peers()).isEqualTo(1);
		assertThat(this.test.mode()).isEqualTo(Mode.CERTIFIED);
		this.test.forget();
		this.test.time.advance(TestNode.LAG);
		this.node.publish(List.of(EVENT));
		assertThat(this.test.network.to(this.a)).isEmpty();
	}

	@Test
	void whoIsFoundGoneByDiscoveryCountsOnce() {
		this.test.join(this.a, this.b);
		this.a.outcome = MessageOutcome.UNREACHABLE;
		this.test.time.advance(TestNode.LAG.plus(TestNode.PULL));
		this.test.discover(this.b);
		this.test.assertCertifiedAndMissed("DEPARTURE a");
		this.test.discover(this.b);
		assertThat(this.test.missed()).hasSize(1);
	}

	@Test
	void whoIsNotListedButHeardIsNotGone() {
		this.test.join(this.a, this.b);
		this.test.discover(this.b);
		this.test.time.advance(TestNode.LAG.multipliedBy(2));
		assertThat(this.node.peers()).isEqualTo(2);
		// It reaches us, though we do not reach it.
		this.a.outcome = MessageOutcome.UNREACHABLE;
		for (int i = 0; i < 30; i++) {
			this.test.time.advanceMillis(2_000);
			this.node.receive(this.a.asks());
		}
		this.test.discover(this.b);
		assertThat(this.node.peers()).isEqualTo(2);
		assertThat(this.test.missed()).isEmpty();
		assertThat(this.test.mode()).isEqualTo(Mode.UNCERTIFIED);
	}

	@Test
	void whoIsSilentButListedIsNotGone() {
		this.test.join(this.a, this.b);
		this.a.outcome = MessageOutcome.UNREACHABLE;
		for (int i = 0; i < 30; i++) {
			this.test.time.advance(seconds(10));
			this.test.discover(this.a, this.b);
		}
		assertThat(this.test.missed()).isEmpty();
		assertThat(this.node.peers()).isEqualTo(2);
		assertThat(this.test.mode()).isEqualTo(Mode.UNCERTIFIED);
	}

	@Test
	void whoContactedUsNeedNotBeListedSoon() {
		this.test.join(this.a);
		this.node.receive(this.b.asks());
		this.b.outcome = MessageOutcome.UNREACHABLE;
		this.test.time.advance(TestNode.LAG);
		assertThat(this.node.peers()).isEqualTo(2);
		this.test.time.advance(TestNode.PULL.multipliedBy(2));
		assertThat(this.node.peers()).isEqualTo(1);
		assertThat(this.test.missed()).containsExactly("DEPARTURE b");
	}

	@Test
	void goneWithoutHavingBeenHeardMayHaveChangedData() {
		this.test.join(this.a);
		this.b.outcome = MessageOutcome.UNREACHABLE;
		this.test.discover(this.a, this.b);
		this.test.time.advance(TestNode.LAG.plus(TestNode.PULL));
		assertThat(this.test.mode()).isEqualTo(Mode.UNCERTIFIED);
		this.test.discover(this.a);
		assertThat(this.test.missed()).containsExactly("UNHEARD b:1");
		assertThat(this.test.listener.departed).isEmpty();
		assertThat(this.test.mode()).isEqualTo(Mode.CERTIFIED);
	}

	@Test
	void goodbyeMissesNothing() {
		this.test.join(this.a, this.b);
		this.node.receive(this.a.tells(EVENT));
		this.test.discover(this.b);
		this.node.receive(this.a.saysGoodbye());
		assertThat(this.test.listener.departed).containsExactly("a with a goodbye");
		assertThat(this.test.missed()).isEmpty();
		assertThat(this.node.peers()).isEqualTo(1);
		this.test.forget();
		this.test.time.advance(TestNode.LAG);
		this.test.discover(this.b);
		assertThat(this.test.network.to(this.a)).isEmpty();
		this.test.assertCertifiedAndMissed();
	}

	@Test
	void goodbyeWithTheLastEventsMissesNothing() {
		this.test.join(this.a);
		this.node.receive(new Message("a", null, this.a.address, new Batch(0, 1, List.of(EVENT)), 1, null, true));
		assertThat(this.test.evicted).containsExactly(EVENT);
		assertThat(this.test.missed()).isEmpty();
		assertThat(this.test.listener.departed).containsExactly("a with a goodbye");
	}

	@Test
	void goodbyeBeforeAllHasArrivedMissesTheRest() {
		this.test.join(this.a);
		this.a.mark = 2;
		this.node.receive(this.a.saysGoodbye());
		assertThat(this.test.missed()).containsExactly("GOODBYE a");
		assertThat(this.test.listener.departed).containsExactly("a with a goodbye");
		this.test.time.advance(seconds(1));
		assertThat(this.test.missed()).hasSize(1);
	}

	@Test
	void departureEndsTheWaitForARepair() {
		this.test.join(this.a);
		this.a.mark = 2;
		this.a.outcome = MessageOutcome.UNREACHABLE;
		this.node.receive(this.a.asks());
		this.test.time.advanceMillis(10);
		this.test.discover();
		this.node.receive(this.a.saysGoodbye());
		assertThat(this.test.missed()).hasSize(1);
		this.test.time.advance(seconds(5));
		assertThat(this.test.missed()).hasSize(1);
		assertThat(this.test.listener.gaps).isZero();
	}

	@Test
	void addressThatIsStillListedAfterAGoodbyeMayHaveANewOccupant() {
		this.test.join(this.a, this.b);
		this.a.outcome = MessageOutcome.UNREACHABLE;
		this.node.receive(this.a.saysGoodbye());
		assertThat(this.test.mode()).isEqualTo(Mode.CERTIFIED);
		assertThat(this.node.peers()).isEqualTo(2);
		this.test.time.advance(TestNode.BOUND.plusNanos(1));
		assertThat(this.test.mode()).isEqualTo(Mode.UNCERTIFIED);
		assertThat(this.test.certificateAge()).isEqualTo(TestNode.BOUND.plusNanos(1));
		this.a.origin = "a2";
		this.a.outcome = MessageOutcome.APPLIED;
		this.test.time.advance(TestNode.PULL);
		this.test.assertCertifiedAndMissed();
		assertThat(this.node.status().members()).extracting(NodeStatus.Member::origin).containsExactly("a2", "b");
	}

	@Test
	void addressThatIsDelistedSoonAfterAGoodbyeMissesNothing() {
		TestNode prompt = new TestNode(seconds(5));
		TestPeer leaving = prompt.peer("a");
		TestPeer staying = prompt.peer("b");
		prompt.join(leaving, staying);
		leaving.outcome = MessageOutcome.UNREACHABLE;
		prompt.node.receive(leaving.saysGoodbye());
		prompt.time.advance(seconds(4));
		prompt.discover(staying);
		prompt.time.advance(seconds(11));
		assertThat(prompt.node.peers()).isEqualTo(1);
		prompt.assertCertifiedAndMissed();
	}

	@Test
	void instanceAtAnAddressUnheardForLongAfterAGoodbyeMayHaveChangedData() {
		this.test.join(this.a, this.b);
		this.a.outcome = MessageOutcome.UNREACHABLE;
		this.node.receive(this.a.saysGoodbye());
		this.test.time.advance(TestNode.LAG.plus(TestNode.PULL.multipliedBy(2)));
		assertThat(this.test.missed()).isEmpty();
		this.test.discover(this.b);
		this.test.assertCertifiedAndMissed("UNHEARD a:1");
	}

	@Test
	void answerOfOneWhoSaidGoodbyeDoesNotBringItBack() {
		this.test.join(this.a, this.b);
		this.node.receive(this.a.saysGoodbye());
		this.test.time.advance(TestNode.PULL.multipliedBy(3));
		assertThat(this.node.status().members()).extracting(NodeStatus.Member::origin).containsExactly(null, "b");
	}

	@Test
	void lateMessageOfOneWhoSaidGoodbyeIsAppliedAndDoesNotBringItBack() {
		this.test.join(this.a, this.b);
		Message late = this.a.tells(EVENT);
		this.test.discover(this.b);
		this.node.receive(new Message("a", null, this.a.address, new Batch(0, 1, List.of(EVENT)), 1, null, true));
		this.test.forget();
		assertThat(this.node.receive(late).outcome()).isEqualTo(MessageOutcome.APPLIED);
		assertThat(this.test.evicted).containsExactly(EVENT);
		assertThat(this.test.network.sent).isEmpty();
		assertThat(this.node.status().members()).extracting(NodeStatus.Member::origin).containsExactly("b");
		this.test.time.advance(TestNode.LAG);
		assertThat(this.test.mode()).isEqualTo(Mode.CERTIFIED);
	}

	@Test
	void goodbyeOfAStrangerIsDoneWith() {
		this.test.join(this.a);
		this.node.receive(this.b.saysGoodbye());
		assertThat(this.test.missed()).isEmpty();
		assertThat(this.test.network.sent).isEmpty();
		assertThat(this.node.peers()).isEqualTo(1);
		assertThat(this.test.mode()).isEqualTo(Mode.CERTIFIED);
	}

	@Test
	void weRecogniseOurselvesByTheAnswer() {
		this.test.registered = null;
		this.node.start();
		this.test.discover(this.a);
		assertThat(this.test.network.to(this.a)).extracting(Message::address).containsExactly((URI) null);
		assertThat(this.node.peers()).isEqualTo(1);
		this.test.forget();
		this.test.time.advance(TestNode.LAG.minusNanos(1));
		assertThat(this.test.network.to(this.a)).extracting(Message::address).containsOnly(this.test.self.address);
		assertThat(this.test.network.to(this.test.self)).isEmpty();
		this.test.discover(this.a);
		this.test.time.advance(TestNode.LAG);
		assertThat(this.node.status().address()).isEqualTo(this.test.self.address);
		assertThat(this.test.mode()).isEqualTo(Mode.CERTIFIED);
		assertThat(this.test.listener.settled).doesNotContainKey(MessageOutcome.SELF);
	}

	@Test
	void weTellOurselvesNothing() {
		this.test.join(this.a);
		this.node.publish(List.of(EVENT));
		this.test.time.advance(TestNode.LAG);
		assertThat(this.test.network.to(this.test.self)).isEmpty();
		assertThat(this.node.isIdle()).isTrue();
	}

	@Test
	void ourOwnAddressNeedNotAnswer() {
		this.test.self.outcome = MessageOutcome.UNREACHABLE;
		this.test.join(this.a);
		this.test.assertCertifiedAndMissed();
		assertThat(this.node.peers()).isEqualTo(1);
		assertThat(this.node.status().members()).hasSize(1);
	}

	@Test
	void anotherAtOurAddressIsFoundWithTheNextList() {
		this.test.join(this.a);
		this.test.self.outcome = MessageOutcome.APPLIED;
		this.test.self.origin = "other";
		this.test.discover(this.a);
		assertThat(this.node.status().members()).extracting(NodeStatus.Member::origin).containsExactly("a", "other");
		assertThat(this.test.missed()).isEmpty();
		assertThat(this.node.peers()).isEqualTo(2);
		this.test.self.outcome = MessageOutcome.UNREACHABLE;
		this.test.time.advance(TestNode.BOUND.plusNanos(1));
		assertThat(this.test.mode()).isEqualTo(Mode.UNCERTIFIED);
	}

	@Test
	void doubtsUntilItLeavesAndAfterItHasStartedAgain() {
		PendingCommits commits = this.test.commits;
		assertThat(commits.doubt("tickets")).isTrue();
		this.node.leave();
		assertThat(commits.doubt("tickets")).isFalse();
		this.node.start();
		assertThat(commits.doubt("tickets")).isTrue();
	}

	@Test
	void leavingSaysGoodbyeToEverybody() {
		this.test.join(this.a, this.b);
		this.node.leave();
		for (TestPeer peer : List.of(this.a, this.b)) {
			assertThat(this.test.network.to(peer)).containsExactly(
					new Message("me", peer.address, this.test.self.address, new Batch(0, 0, List.of()), 0, null, true));
		}
		assertThat(this.test.mode()).isEqualTo(Mode.BYPASS);
		assertThat(this.node.isIdle()).isTrue();
		this.test.time.advance(TestNode.PULL);
		assertThat(this.test.mode()).isEqualTo(Mode.BYPASS);
	}

	@Test
	void leavingTellsTheLastDoubts() {
		this.test.join(this.a);
		this.test.commits.doubt("zones");
		this.test.time.advance(Duration.ofMillis(7));
		this.test.commits.doubt("tickets");
		this.node.leave();
		assertThat(this.test.network.to(this.a)).extracting(Message::lastDoubts)
			.last()
			.isEqualTo(Map.of("zones", Duration.ofMillis(7).toNanos(), "tickets", 0L));
	}

	@Test
	void theLastDoubtsOfAPeerThatLeavesAreTakenOver() {
		this.test.join(this.a);
		CacheWatermark tickets = this.test.watermark.forCache("tickets");
		long loadedAt = this.test.time.now();
		this.test.time.advance(Duration.ofMillis(7));
		this.node.receive(new Message(this.a.origin, null, this.a.address, new Batch(0, 0, List.of()), 0, null,
				Map.of("tickets", 0L)));
		assertThat(tickets.doubt(loadedAt)).isEqualTo(Doubt.UNSEEN_CHANGE);
		assertThat(tickets.doubt(this.test.time.now() + 1)).isNull();
	}

	@Test
	void leavingTellsTheRestFirst() {
		this.test.join(this.a);
		this.a.holds = true;
		for (int key = 0; key < 120; key++) {
			this.node.publish(List.of(Event.keys("tickets", List.of(key))));
		}
		this.node.leave();
		assertThat(this.node.closeIfIdle()).isFalse();
		this.a.holds = false;
		this.test.network.answer(this.a);
		assertThat(this.test.network.to(this.a)).extracting(Message::leaving)
			.containsExactly(false, false, false, true);
		assertThat(this.test.network.to(this.a)).extracting((message) -> message.batch().upTo()).last().isEqualTo(120L);
		assertThat(this.node.closeIfIdle()).isTrue();
		assertThat(this.node.publish(List.of(Event.all("tickets")))).as("what comes later").isFalse();
		assertThat(this.node.addresses()).containsExactly(this.a.address);
	}

	@Test
	void whatHappensWhileLeavingIsToldToo() {
		this.test.join(this.a);
		this.node.leave();
		this.node.publish(List.of(EVENT));
		assertThat(this.test.network.to(this.a)).last()
			.isEqualTo(new Message("me", this.a.address, this.test.self.address, new Batch(0, 1, List.of(EVENT)), 1,
					null, true));
	}

	@Test
	void goodbyeIsTriedAgain() {
		this.test.join(this.a);
		this.a.outcome = MessageOutcome.UNREACHABLE;
		this.node.leave();
		assertThat(this.node.isIdle()).isFalse();
		this.a.outcome = MessageOutcome.APPLIED;
		this.test.time.advanceMillis(50);
		assertThat(this.test.network.to(this.a)).extracting(Message::leaving).containsExactly(true, true);
		assertThat(this.node.isIdle()).isTrue();
	}

	@Test
	void deadPeersDoNotDelayTheGoodbye() {
		this.test.join(this.a, this.b);
		this.a.outcome = MessageOutcome.UNREACHABLE;
		this.test.time.advance(seconds(10));
		this.node.leave();
		assertThat(this.node.isIdle()).isTrue();
	}

}
