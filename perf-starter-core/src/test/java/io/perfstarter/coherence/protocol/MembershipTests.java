package io.perfstarter.coherence.protocol;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

import io.perfstarter.peer.RegisteredInstance;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Membership}.
 */
class MembershipTests {

	private static final long LAG = TestNode.LAG.toNanos();

	private static final long VACANCY = Duration.ofSeconds(10).toNanos();

	private final TestNode test = new TestNode();

	private final TestPeer a = this.test.peer("a");

	private final TestPeer b = this.test.peer("b");

	private final URI self = this.test.self.address;

	private Set<URI> own = Set.of(this.self);

	private final Membership membership = new Membership("me", new ProtocolTimings(TestNode.BOUND, TestNode.LAG),
			() -> this.own);

	private long now() {
		return this.test.time.now();
	}

	private PeerLink link(TestPeer peer) {
		PeerLink link = new PeerLink(peer.address, 0, this.test.node,
				new Surroundings(this.test.time, this.test.time::now, new Random(1)), this.test.listener);
		this.membership.add(link);
		return link;
	}

	private void join() {
		this.membership.list(Registered.at(this.self), now() - LAG);
		this.membership.list(Registered.at(this.self), now());
	}

	private long heardUpTo() {
		return this.membership.heardUpTo();
	}

	private static void fail(PeerLink link, TestPeer peer) {
		peer.outcome = MessageOutcome.REFUSED;
		link.exchange();
	}

	@Test
	void emptyListChangesNothing() {
		PeerLink link = link(this.a);
		assertThat(this.membership.list(List.of(), now())).isEmpty();
		assertThat(this.membership.isJoining()).isTrue();
		this.membership.list(Registered.at(this.a.address), now());
		this.membership.list(List.of(), now());
		assertThat(this.membership.isListed(link)).isTrue();
	}

	@Test
	void joinsByAnAddressWhereWeAnswerIfNobodyKnowsOurs() {
		this.own = Set.of();
		PeerLink link = link(this.test.self);
		this.membership.list(Registered.at(this.self), now());
		link.origin("me", now());
		this.membership.list(Registered.at(this.self), now() + LAG);
		assertThat(this.membership.isJoining()).isTrue();
		this.membership.list(List.of(), now() + 2 * LAG);
		assertThat(this.membership.isJoining()).isTrue();
		this.membership.list(Registered.at(this.self), now() + 2 * LAG);
		assertThat(this.membership.isJoining()).isFalse();
	}

	@Test
	void addressOfOneOfWhomNothingIsNotedYetWasNeverHeard() {
		join();
		PeerLink link = link(this.a);
		link.origin("a", now());
		assertThat(heardUpTo()).isEqualTo(FreshnessWatermark.NEVER);
		link.leave("a", true, now() - 7);
		link.origin("a2", now());
		assertThat(heardUpTo()).isEqualTo(now() - 7);
		this.membership.hear("a2", 0, now()).hear(0, now(), PendingAges.NONE, now());
		assertThat(heardUpTo()).isEqualTo(now());
	}

	@Test
	void addressElsewhereIsNotOurs() {
		this.own = Set.of();
		RegisteredInstance elsewhere = new RegisteredInstance(URI.create("http://a:1/p"), "a", null, true);
		PeerLink link = link(this.a);
		link.origin("me", now());
		this.membership.list(List.of(elsewhere), now() - LAG);
		this.membership.list(List.of(elsewhere), now());
		assertThat(this.membership.isJoining()).as("this instance is not listed").isTrue();
		assertThat(this.membership.peers()).containsExactly(link);
		this.own = Set.of(this.self);
		RegisteredInstance self = new RegisteredInstance(this.self, "self", null);
		this.membership.list(List.of(elsewhere, self), now() - LAG);
		this.membership.list(List.of(elsewhere, self), now());
		assertThat(this.membership.isJoining()).isFalse();
		assertThat(heardUpTo()).as("another may be there, too").isEqualTo(FreshnessWatermark.NEVER);
		hear("other", now() - 5);
		link.origin("other", now());
		assertThat(heardUpTo()).isEqualTo(now() - 5);
	}

	@Test
	void severalRegistrationsAtOneAddressNeedAsManyInstances() {
		join();
		PeerLink link = link(this.a);
		list(registration("first", null), registration("second", null));
		hear("a1", now() - 5);
		link.origin("a1", now());
		assertThat(heardUpTo()).isEqualTo(FreshnessWatermark.NEVER);
		assertThat(this.membership.shared()).containsExactly(Map.entry(this.a.address, List.of("first", "second")));
		hear("a2", now() - 9);
		link.origin("a2", now());
		assertThat(heardUpTo()).isEqualTo(now() - 9);
		assertThat(this.membership.shared()).isEmpty();
	}

	@Test
	void onlySilentInstancesBeyondTheRegistrationsAreReplaced() {
		PeerLink link = link(this.a);
		link.origin("first", 1);
		link.origin("second", 2);
		link.origin("third", 3);
		assertThat(link.removeSilent(3, 9)).isEmpty();
		assertThat(link.removeSilent(1, 1)).containsExactly("first");
		assertThat(link.removeSilent(1, 1)).isEmpty();
		link.origin("second", 4);
		assertThat(link.origin()).isEqualTo("second");
		assertThat(link.removeSilent(1, 9)).containsExactly("third");
		assertThat(link.origins()).containsExactly("second");
	}

	@Test
	void anotherRegistrationAtOurAddressIsAnotherInstance() {
		this.membership.list(Registered.at(this.self, this.self), now() - LAG);
		this.membership.list(Registered.at(this.self, this.self), now());
		PeerLink own = link(this.test.self);
		own.origin("me", now());
		assertThat(heardUpTo()).isEqualTo(FreshnessWatermark.NEVER);
		assertThat(this.membership.shared()).containsOnlyKeys(this.self);
	}

	@Test
	void registrationIsCoveredByTheInstanceThatItAnnounces() {
		join();
		PeerLink link = link(this.a);
		list(registration("a", "a1"));
		link.origin("other", now());
		hear("other", now() - 5);
		assertThat(heardUpTo()).isEqualTo(FreshnessWatermark.NEVER);
		hear("a1", now() - 7);
		assertThat(heardUpTo()).isEqualTo(now() - 7);
		this.membership.left("a1", now());
		assertThat(heardUpTo()).as("after its goodbye").isEqualTo(now() - 5);
		list(registration("a", "a2"));
		hear("a2", now() - 7);
		this.membership.forget("a2");
		assertThat(heardUpTo()).as("after its silence").isEqualTo(FreshnessWatermark.NEVER);
		hear("a2", now() - 7);
		this.membership.replaced("a2");
		assertThat(heardUpTo()).as("after another has its address").isEqualTo(now() - 5);
		hear("a2", now() - 7);
		this.membership.forget("a2");
		assertThat(heardUpTo()).as("after it was heard again").isEqualTo(FreshnessWatermark.NEVER);
	}

	@Test
	void startedAgainItIsAnnouncedByTheFirstStart() {
		Membership again = new Membership("me.2", new ProtocolTimings(TestNode.BOUND, Duration.ZERO), () -> this.own);
		again.list(List.of(new RegisteredInstance(this.self, "me", "me")), now());
		again.add(link(this.test.self));
		assertThat(again.heardUpTo()).isEqualTo(FreshnessWatermark.ALWAYS);
		again.list(List.of(new RegisteredInstance(this.self, "me", "m")), now());
		assertThat(again.heardUpTo()).isEqualTo(FreshnessWatermark.NEVER);
	}

	@Test
	void aPeerThatWasStartedAgainIsAnnouncedByItsFirstStart() {
		join();
		link(this.a).origin("a1.2", now());
		list(registration("a", "a1"));
		hear("a1.2", now() - 7);
		assertThat(heardUpTo()).isEqualTo(now() - 7);
		list(registration("a", "a"));
		assertThat(heardUpTo()).as("of another instance").isEqualTo(FreshnessWatermark.NEVER);
	}

	private static RegisteredInstance registration(String id, @Nullable String incarnation) {
		return new RegisteredInstance(URI.create("http://a:1/p"), id, incarnation);
	}

	private void list(RegisteredInstance... instances) {
		this.membership.list(List.of(instances), now());
	}

	private void hear(String origin, long upTo) {
		this.membership.hear(origin, 0, now()).hear(0, upTo, PendingAges.NONE, now());
	}

	@Test
	void linkToOneWhoIsReachedElsewhereIsDead() {
		PeerLink link = link(this.a);
		link.origin("a", now());
		PeerLink other = link(this.b);
		this.b.origin = "a";
		other.origin("a", now());
		fail(link, this.a);
		fail(other, this.b);
		this.membership.hear("a", 0, now()).hear(0, FreshnessWatermark.NEVER, PendingAges.NONE, now() + VACANCY);
		assertThat(this.membership.isDead(link, now() + VACANCY)).isFalse();
		this.b.outcome = MessageOutcome.APPLIED;
		other.exchange();
		assertThat(this.membership.isDead(link, now() + VACANCY - 1)).isFalse();
		assertThat(this.membership.isDead(link, now() + VACANCY)).isTrue();
		assertThat(this.membership.isDead(other, now() + VACANCY)).isFalse();
	}

	@Test
	void addressOfWhichNobodyIsKnownIsForgottenBeforeTheLagOfTheRegistry() {
		PeerLink link = link(this.a);
		link.origin("a", now());
		fail(link, this.a);
		assertThat(this.membership.isDead(link, now() + VACANCY)).isFalse();
		link.leave("a", true, now());
		assertThat(this.membership.isDead(link, now() + VACANCY - 1)).isFalse();
		assertThat(this.membership.isDead(link, now() + VACANCY)).isTrue();
	}

	@Test
	void remembersWhoSaidGoodbye() {
		this.membership.forget("crashed");
		this.membership.left("first", now());
		assertThat(this.membership.hasDeparted("crashed")).isFalse();
		assertThat(this.membership.hasDeparted("first")).isTrue();
		IntStream.range(0, 999).forEach((i) -> this.membership.left("id-" + i, now()));
		assertThat(this.membership.hasDeparted("first")).isTrue();
		this.membership.left("last", now());
		assertThat(this.membership.hasDeparted("first")).isFalse();
		assertThat(this.membership.hasDeparted("id-0")).isTrue();
	}

	@Test
	void silenceAndQuestionsFollowFromTheBound() {
		ProtocolTimings hasty = new ProtocolTimings(Duration.ofSeconds(3), Duration.ZERO);
		assertThat(hasty.pull()).hasMillis(750);
		assertThat(hasty.silence()).hasMillis(2_000);
		ProtocolTimings patient = new ProtocolTimings(Duration.ofMinutes(5), Duration.ofSeconds(9));
		assertThat(patient.pull()).hasMillis(2_000);
		assertThat(patient.silence()).hasMillis(10_000);
		assertThat(new ProtocolTimings(Duration.ofSeconds(3), Duration.ofSeconds(60)).silence()).hasSeconds(60);
	}

}
