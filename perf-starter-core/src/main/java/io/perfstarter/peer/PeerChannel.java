package io.perfstarter.peer;

import java.util.function.Consumer;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * Sends messages to the other instances of the service, and receives theirs. Thread-safe.
 */
public interface PeerChannel extends PeerSender {

	/**
	 * Starts to receive messages. To be called once.
	 * @param handler answers messages
	 * @param refusals receives the reason of each message that does not reach the handler
	 */
	void receive(Function<byte[], PeerAnswer> handler, Consumer<Refusal> refusals);

	/**
	 * Returns the port of its own at which this channel receives messages.
	 * @return the port, {@code null} if there is none
	 */
	@Nullable Integer port();

	/**
	 * Returns where this channel receives messages, for the log.
	 */
	@Override
	String toString();

}
