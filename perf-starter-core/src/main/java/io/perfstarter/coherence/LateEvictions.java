package io.perfstarter.coherence;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;

import io.perfstarter.coherence.protocol.Answer;
import io.perfstarter.coherence.protocol.CoherenceNode;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.Message;
import io.perfstarter.coherence.protocol.MessageOutcome;
import io.perfstarter.coherence.transport.MessageCodec;
import io.perfstarter.coherence.transport.MessageNetwork;
import io.perfstarter.peer.PeerChannel;
import io.perfstarter.peer.PeerSender;
import io.perfstarter.support.DaemonThreads;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Sends evictions after the close of a fan-out, once and directly, to the peers that were
 * known at the close. A peer that does not respond in time is not tried again.
 * Thread-safe.
 */
final class LateEvictions {

	private static final Duration LIMIT = Duration.ofSeconds(1);

	private static final Log logger = LogFactory.getLog(FanOut.class);

	private final PeerChannel channel;

	private final CoherenceNode node;

	private final Set<URI> peers = ConcurrentHashMap.newKeySet();

	private final Set<String> missed = ConcurrentHashMap.newKeySet();

	private volatile boolean incomplete;

	/**
	 * Creates an instance.
	 * @param channel the channel of the closed fan-out
	 * @param node its closed node
	 */
	LateEvictions(PeerChannel channel, CoherenceNode node) {
		this.channel = channel;
		this.node = node;
		this.peers.addAll(node.addresses());
	}

	/**
	 * Sends evictions and waits at most a second for their delivery, so that they arrive
	 * before the process ends.
	 */
	void send(List<Event> events) {
		if (!events.isEmpty() && !this.peers.isEmpty()) {
			send(this.node.lateMessage(events));
		}
		List<String> missed = this.incomplete ? FanOut.caches(events).stream().filter(this.missed::add).toList()
				: List.of();
		if (!missed.isEmpty()) {
			logger.warn(
					"Could not send evictions of %s to each of the other instances: the fan-out is closed, and one of them has not confirmed within %s ms"
						.formatted(missed, LIMIT.toMillis()));
		}
	}

	private void send(Message message) {
		ScheduledExecutorService timer = DaemonThreads.timer("coherence-late-timer");
		try (PeerSender sender = this.channel.sender(LIMIT, timer, "coherence-late")) {
			MessageNetwork network = new MessageNetwork(new MessageCodec(), sender);
			CompletableFuture
				.allOf(this.peers.stream()
					.map((peer) -> network.send(peer, message)
						.handle((answer, failure) -> answered(peer, answer))
						.toCompletableFuture())
					.toArray(CompletableFuture<?>[]::new))
				.join();
		}
		finally {
			timer.shutdownNow();
		}
	}

	private boolean answered(URI peer, @Nullable Answer answer) {
		boolean told = answer != null && (answer.outcome().delivered() || answer.outcome() == MessageOutcome.SELF);
		if (!told) {
			this.peers.remove(peer);
			this.incomplete = true;
		}
		return told;
	}

}
