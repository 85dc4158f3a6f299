package io.perfstarter.peer;

import java.net.URI;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Sends messages to the other instances of the service. Thread-safe.
 */
public interface PeerSender extends AutoCloseable {

	/**
	 * Sends a message without blocking.
	 * @param address the address of the peer
	 * @param message encodes the message, on a thread of the sender
	 * @return the answer; it fails if none arrives in bounded time
	 * @throws java.util.concurrent.RejectedExecutionException if this is closed
	 */
	CompletionStage<PeerAnswer> send(URI address, Supplier<byte[]> message);

	/**
	 * Aborts messages in flight, and stops all threads.
	 */
	@Override
	void close();

}
