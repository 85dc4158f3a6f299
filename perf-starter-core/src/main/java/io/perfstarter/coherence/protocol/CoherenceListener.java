package io.perfstarter.coherence.protocol;

import java.net.URI;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Hears what a {@link CoherenceNode} does; must neither block nor throw.
 */
public interface CoherenceListener {

	/**
	 * A message leaves for a peer, for the first time or again.
	 */
	default void sent() {
	}

	/**
	 * A message leaves again.
	 */
	default void retried() {
	}

	/**
	 * A message was given up or has reached its peer.
	 * @param outcome what became of it
	 */
	default void settled(Outcome outcome) {
	}

	/**
	 * A message of a peer was handled.
	 * @param outcome what became of it
	 */
	default void received(Outcome outcome) {
	}

	/**
	 * The ids that wait for a peer were too many and became one eviction of all entries.
	 * @param cache the name of the cache
	 */
	default void overflowed(String cache) {
	}

	/**
	 * An event has ids that cannot travel and became one eviction of all entries.
	 * @param cache the name of the cache
	 */
	default void unencodable(String cache) {
	}

	/**
	 * A peer answers differently from before.
	 * @param address where the peer listens
	 * @param before what it answered before, {@code null} if this is the first message
	 * @param now what it answers now
	 */
	default void peerChanged(URI address, @Nullable Outcome before, Outcome now) {
	}

	/**
	 * A peer has confirmed events.
	 * @param since how long after the first of them was published
	 */
	default void acknowledged(Duration since) {
	}

	/**
	 * All peers have confirmed events.
	 * @param since how long after the first of them was published
	 */
	default void acknowledgedByAll(Duration since) {
	}

	/**
	 * Something that a peer has told did not arrive.
	 */
	default void gap() {
	}

	/**
	 * What did not arrive was asked for and carried out.
	 * @param numbers how many numbers of the peer
	 * @param peer the id of the peer
	 */
	default void repaired(long numbers, String peer) {
	}

	/**
	 * All caches are cleared.
	 * @param reason why
	 * @param peer the id or the address of the peer that is the cause
	 */
	default void cleared(Clearing reason, String peer) {
	}

	/**
	 * A peer need not be heard any more.
	 * @param origin its id
	 * @param goodbye whether it said so itself
	 */
	default void departed(String origin, boolean goodbye) {
	}

	/**
	 * Entries could not be evicted, or not be removed from the store.
	 * @param failure why
	 */
	default void evictionFailed(RuntimeException failure) {
	}

}
