package io.perfstarter.coherence.protocol;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A network on which peers answer at once, or when a test says so.
 */
final class HandDrivenNetwork implements PeerNetwork {

	final List<Sent> sent = new ArrayList<>();

	boolean broken;

	private final Map<URI, TestPeer> peers = new HashMap<>();

	void add(TestPeer peer) {
		this.peers.put(peer.address, peer);
	}

	@Override
	public CompletionStage<Answer> send(URI address, Message message) {
		if (this.broken) {
			throw new OutOfMemoryError("of a test: unable to create a thread");
		}
		TestPeer peer = this.peers.get(address);
		Sent sent = new Sent(address, message, new CompletableFuture<>());
		this.sent.add(sent);
		if (peer == null) {
			sent.future.complete(Answer.of(MessageOutcome.UNREACHABLE));
		}
		else if (!peer.holds) {
			sent.future.complete(peer.answer(message));
		}
		return sent.future;
	}

	List<Message> to(TestPeer peer) {
		return this.sent.stream()
			.filter((sent) -> sent.address.equals(peer.address))
			.map((sent) -> sent.message)
			.toList();
	}

	void answer(TestPeer peer) {
		for (Sent sent : List.copyOf(this.sent)) {
			if (sent.address.equals(peer.address) && !sent.future.isDone()) {
				sent.future.complete(peer.answer(sent.message));
			}
		}
	}

	Sent last() {
		return this.sent.get(this.sent.size() - 1);
	}

	/**
	 * A message on its way.
	 */
	record Sent(URI address, Message message, CompletableFuture<Answer> future) {
	}

}
