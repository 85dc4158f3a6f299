package io.perfstarter.coherence.simulation;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

import io.perfstarter.coherence.FanOutSettings;
import io.perfstarter.coherence.protocol.CoherenceListener;
import io.perfstarter.coherence.protocol.CoherenceNode;
import io.perfstarter.coherence.protocol.ProtocolTimings;
import io.perfstarter.coherence.protocol.Surroundings;
import io.perfstarter.coherence.transport.MessageCodec;
import io.perfstarter.peer.PeerAnswer;
import io.perfstarter.peer.PeerSender;
import io.perfstarter.peer.RegisteredInstance;

/**
 * Instances that ask each other, whom a registry lists as soon as they start. The first
 * ones may not look for the others, so that a thousand of them need not all ask each
 * other: who looks asks all and is asked by all, and stands for those who do not.
 */
final class IdlePeers implements IdleFleet {

	private static final ProtocolTimings TIMINGS = new ProtocolTimings(IdleInstance.BOUND, Duration.ofSeconds(60));

	private static final Duration LOOK_UP = Duration.ofSeconds(10);

	// What HTTP adds to a message, counted between two instances: the request line,
	// Content-Length, Host, User-Agent, Content-Type, and the time, the nonce and the
	// signature in headers of PeerClient.
	private static final int MESSAGE_HEAD = 318;

	// The same for an answer: the status line, Date, Content-Type, Content-Length and the
	// signature.
	private static final int ANSWER_HEAD = 180;

	private final VirtualTime time;

	private final Chance chance;

	private final int silent;

	private final MessageCodec codec = new MessageCodec();

	private final Map<URI, Peer> peers = new LinkedHashMap<>();

	private final List<RegisteredInstance> registered = new ArrayList<>();

	private long questions;

	private long bytes;

	/**
	 * Creates a fleet without instances.
	 * @param silent how many of the first instances do not look for the others
	 */
	IdlePeers(VirtualTime time, Chance chance, int silent) {
		this.time = time;
		this.chance = chance;
		this.silent = silent;
	}

	@Override
	public void start() {
		int number = this.peers.size();
		URI address = URI
			.create("http://10.0.%d.%d:8080%s".formatted(number / 200, 10 + number % 200, FanOutSettings.PATH));
		Peer peer = new Peer(address, new UUID(1, number).toString());
		this.peers.put(address, peer);
		this.registered.add(new RegisteredInstance(address, address.toString(), peer.origin));
		peer.start(number >= this.silent);
	}

	@Override
	public List<IdleInstance> instances() {
		return this.peers.values().stream().filter((peer) -> peer.looking).map((peer) -> peer.instance).toList();
	}

	@Override
	public long questions() {
		return forAll(this.questions);
	}

	@Override
	public long bytes() {
		return forAll(this.bytes);
	}

	/**
	 * One to each whom an instance asks, itself included, because it asks again before an
	 * idle connection is closed. Only a port of its own keeps no more than 200 of them.
	 */
	@Override
	public long connections() {
		return forAll(this.peers.values().stream().mapToLong((peer) -> peer.asked.size()).sum());
	}

	private long forAll(long counted) {
		return counted * this.peers.size() / (this.peers.size() - this.silent);
	}

	private void travel(Runnable arrival) {
		this.time.after(this.chance.seconds(0.0002, 0.002), arrival);
	}

	/**
	 * An instance and what it sends.
	 */
	private final class Peer implements PeerSender {

		private final IdleInstance instance = new IdleInstance(IdlePeers.this.time);

		private final String origin;

		private final CoherenceNode node;

		private final Function<byte[], PeerAnswer> handler;

		private final Set<URI> asked = new HashSet<>();

		private boolean looking;

		Peer(URI address, String origin) {
			this.origin = origin;
			MessageCodec codec = IdlePeers.this.codec;
			this.node = new CoherenceNode(origin, TIMINGS, this.instance.local(), codec.network(this), codec,
					new Surroundings(this.instance::later, this.instance::now, IdlePeers.this.chance.generator()),
					() -> Set.of(address), new CoherenceListener() {
					});
			this.handler = codec.handler(this.node, (refusal) -> {
				throw new IllegalStateException("Refused: " + refusal);
			});
		}

		void start(boolean looking) {
			this.looking = looking;
			this.node.start();
			this.node.listening();
			if (looking) {
				this.instance.later(Duration.ZERO, this::lookForPeers);
			}
		}

		private void lookForPeers() {
			this.node.discovered(IdlePeers.this.registered);
			this.instance.later(LOOK_UP, this::lookForPeers);
		}

		@Override
		public CompletionStage<PeerAnswer> send(URI address, Supplier<byte[]> encoder) {
			byte[] message = encoder.get();
			CompletableFuture<PeerAnswer> answered = new CompletableFuture<>();
			Peer peer = IdlePeers.this.peers.get(address);
			travel(() -> peer.instance.run(() -> {
				PeerAnswer answer = peer.handler.apply(message);
				count(address, message, answer);
				travel(() -> this.instance.run(() -> answered.complete(answer)));
			}));
			return answered;
		}

		@Override
		public void close() {
		}

		private void count(URI address, byte[] message, PeerAnswer answer) {
			byte[] body = answer.body();
			if (this.looking && body != null) {
				this.asked.add(address);
				IdlePeers.this.questions++;
				IdlePeers.this.bytes += MESSAGE_HEAD + message.length + ANSWER_HEAD + body.length;
			}
		}

	}

}
