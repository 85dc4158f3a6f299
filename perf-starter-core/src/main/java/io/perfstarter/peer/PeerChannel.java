package io.perfstarter.peer;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
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
	 * Returns the separate port at which this channel receives messages.
	 * @return the port, {@code null} if there is none
	 */
	@Nullable Integer port();

	/**
	 * Creates a sender that works like this channel, and also after its close.
	 * @param limit the maximum time until an answer
	 * @param timer ends exchanges that take too long; the caller stops it
	 * @param threads the start of the names of the threads, after {@code perf-starter-}
	 * @return the sender
	 */
	PeerSender sender(Duration limit, ScheduledExecutorService timer, String threads);

	/**
	 * Returns where this channel receives messages, for the log.
	 */
	@Override
	String toString();

}
