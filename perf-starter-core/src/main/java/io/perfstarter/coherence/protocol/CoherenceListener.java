package io.perfstarter.coherence.protocol;

import java.net.URI;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Receives the events of a {@link CoherenceNode}. Must neither block nor throw.
 */
public interface CoherenceListener {

	/**
	 * Called when a message is sent to a peer, including retries.
	 */
	default void sent() {
	}

	/**
	 * Called when a message was delivered or given up.
	 * @param outcome its outcome
	 */
	default void settled(MessageOutcome outcome) {
	}

	/**
	 * Called when an event with ids that cannot be encoded was replaced by an eviction of
	 * all entries.
	 * @param cache the name of the cache
	 */
	default void unencodable(String cache) {
	}

	/**
	 * Called when the outcome of messages to a peer changes.
	 * @param address the address of the peer
	 * @param before the previous outcome, {@code null} for the first message
	 * @param now the new outcome
	 * @param failure why there is no valid response, {@code null} if there is one or it
	 * is not known
	 */
	default void peerChanged(URI address, @Nullable MessageOutcome before, MessageOutcome now,
			@Nullable Throwable failure) {
	}

	/**
	 * Called when a peer has acknowledged events.
	 * @param since the time since the first of them was published
	 */
	default void acknowledged(Duration since) {
	}

	/**
	 * Called when all peers have acknowledged events.
	 * @param since the time since the first of them was published
	 */
	default void acknowledgedByAll(Duration since) {
	}

	/**
	 * Called when evictions of a peer were missed.
	 */
	default void gap() {
	}

	/**
	 * Called when missed evictions were fetched and applied.
	 * @param numbers the count of sequence numbers
	 * @param peer the id of the peer
	 */
	default void repaired(long numbers, String peer) {
	}

	/**
	 * Called when evictions may have been missed, so that all entries loaded until then
	 * are served by their own age only.
	 * @param reason the reason
	 * @param peer the id or the address of the peer that is the cause
	 */
	default void missed(Missed reason, String peer) {
	}

	/**
	 * Called when a peer was removed from the group.
	 * @param origin its id
	 * @param goodbye whether it left the group itself
	 */
	default void departed(String origin, boolean goodbye) {
	}

	/**
	 * Called when entries could not be evicted or removed from the store.
	 * @param failure the failure
	 */
	default void evictionFailed(RuntimeException failure) {
	}

}
