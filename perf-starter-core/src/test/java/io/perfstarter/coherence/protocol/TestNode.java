package io.perfstarter.coherence.protocol;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A node whose time, network and caches a test has in hand.
 */
final class TestNode extends RecordingCopies {

	static final Duration BOUND = Duration.ofSeconds(15);

	static final Duration LAG = Duration.ofSeconds(60);

	static final Duration PULL = Duration.ofSeconds(2);

	// The sign of a nanoTime means nothing.
	final HandDrivenTime time = new HandDrivenTime(-Duration.ofSeconds(70).toNanos());

	final HandDrivenNetwork network = new HandDrivenNetwork();

	final RecordingListener listener = new RecordingListener();

	final FreshnessWatermark watermark = new FreshnessWatermark(BOUND, this.time::now);

	final PendingCommits commits = new PendingCommits(this.time::now, this.watermark);

	final TestPeer self = peer("self");

	private List<URI> listed = List.of();

	@Nullable URI registered = this.self.address;

	double random = 0.5;

	final CoherenceNode node;

	TestNode() {
		this(LAG);
	}

	TestNode(Duration registryPropagationDelay) {
		super("tickets", "zones");
		this.self.origin = "me";
		this.self.outcome = MessageOutcome.SELF;
		Random random = new Random() {

			@Override
			public double nextDouble() {
				return TestNode.this.random;
			}

		};
		this.node = new CoherenceNode("me", new ProtocolTimings(BOUND, registryPropagationDelay),
				new LocalSide(this, this.watermark, this.commits), this.network, new PlainWire(100),
				new Surroundings(this.time, this.time::now, random),
				() -> (this.registered != null) ? Set.of(this.registered) : Set.of(), this.listener);
	}

	TestPeer peer(String name) {
		TestPeer peer = new TestPeer(name);
		this.network.add(peer);
		return peer;
	}

	/**
	 * What discovery lists, now and a lag later: this node, and the peers.
	 */
	void discover(TestPeer... peers) {
		List<URI> addresses = new ArrayList<>(Arrays.stream(peers).map((peer) -> peer.address).toList());
		addresses.add(this.self.address);
		this.listed = addresses;
		this.node.discovered(Registered.at(addresses));
		this.time.after(LAG, () -> this.node.discovered(Registered.at(this.listed)));
	}

	/**
	 * Brings the node to where everybody has been heard and everything is served.
	 */
	void join(TestPeer... peers) {
		this.node.start();
		discover(peers);
		this.time.advance(LAG);
		forget();
	}

	void forget() {
		this.network.sent.clear();
		this.listener.clear();
		this.evicted.clear();
	}

	/**
	 * Up to which moment everything was heard, as an age.
	 */
	@Nullable Duration certificateAge() {
		return this.node.status().certificateAge();
	}

	Mode mode() {
		return this.node.status().mode();
	}

	/**
	 * Whether copies are served that are older than the bound, if nothing was missed
	 * since they were loaded.
	 */
	boolean servesOldCopies() {
		return this.watermark.upTo() >= this.time.now() - BOUND.toNanos();
	}

	boolean serves(long loadedAt) {
		return this.watermark.forCache("tickets").covers(loadedAt);
	}

	List<String> missed() {
		this.time.advance(Duration.ZERO);
		return this.listener.missed;
	}

	void assertCertifiedAndMissed(String... missed) {
		assertThat(missed()).containsExactly(missed);
		assertThat(mode()).isEqualTo(Mode.CERTIFIED);
	}

}
