package io.perfstarter.coherence.protocol;

import java.net.URI;

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

}
