package io.perfstarter.coherence.protocol;

import java.net.URI;
import java.util.concurrent.CompletionStage;

/**
 * Carries messages to peers.
 */
@FunctionalInterface
public interface PeerNetwork {

	/**
	 * Sends a message without blocking. The stage must complete in bounded time; one that
	 * fails counts as {@link Outcome#UNREACHABLE}.
	 * @param address where the peer listens
	 * @param message what to tell it
	 * @return what came back
	 */
	CompletionStage<Answer> send(URI address, Message message);

}
