package io.perfstarter.coherence.protocol;

import java.net.URI;
import java.util.concurrent.CompletionStage;

/**
 * Sends messages to peers.
 */
@FunctionalInterface
public interface PeerNetwork {

	/**
	 * Sends a message without blocking. The stage must complete in bounded time; a failed
	 * stage counts as {@link MessageOutcome#UNREACHABLE}.
	 * @param address the address of the peer
	 * @param message the message
	 * @return the response
	 */
	CompletionStage<Answer> send(URI address, Message message);

}
