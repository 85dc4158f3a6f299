package io.perfstarter.peer;

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
	 * Opens a channel. Only one channel is open at a time.
	 * @param timer ends exchanges that take too long; the caller stops it after the
	 * channel was closed
	 * @param threads the start of the names of the threads, after {@code perf-starter-}
	 * @return the channel, which does not receive yet
	 * @throws java.io.UncheckedIOException if the port for messages cannot be bound
	 */
	PeerChannel open(ScheduledExecutorService timer, String threads);

}
