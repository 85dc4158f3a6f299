package io.perfstarter.peer;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Carries messages between the instances of the service. It signs what it sends, and
 * passes on only messages and answers with a valid signature. Thread-safe.
 */
public interface PeerTransport {

	/**
	 * The maximum length of the body of a message or an answer in bytes.
	 */
	int MAX_BODY = 64 * 1024;

	/**
	 * Opens a channel, of which there is one at a time.
	 * @param timer ends exchanges that take too long; the caller stops it after the
	 * channel was closed
	 * @param threads the start of the names of the threads, after {@code perf-starter-}
	 * @return the channel, which does not receive yet
	 * @throws java.io.UncheckedIOException if the port for messages cannot be bound
	 */
	PeerChannel open(ScheduledExecutorService timer, String threads);

	/**
	 * Creates a sender for messages without a channel, such as after its close.
	 * @param limit the maximum time until an answer
	 * @param timer as of a channel
	 * @param threads as of a channel
	 * @return the sender
	 */
	PeerSender sender(Duration limit, ScheduledExecutorService timer, String threads);

}
