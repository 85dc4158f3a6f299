package io.perfstarter.coherence.protocol;

import java.util.List;

/**
 * The caches of this instance, as used by the protocol.
 */
public interface LocalCopies {

	/**
	 * Returns whether this instance has a cache, without creating it.
	 * @param cache the name of the cache
	 * @return whether the cache exists
	 */
	boolean knows(String cache);

	/**
	 * Evicts the entries of all events together, so that no value stays that was computed
	 * from an evicted entry.
	 * @param events the evictions of one transaction
	 */
	void evict(List<Event> events);

	/**
	 * Fences entries that are about to change: they are neither served nor stored until
	 * released.
	 * @param events the evictions to come
	 */
	void withhold(List<Event> events);

	/**
	 * Ends a {@link #withhold}.
	 * @param events the fenced evictions
	 */
	void release(List<Event> events);

	/**
	 * Discards values that the current transaction would store at its commit, because it
	 * has changed their data again.
	 * @param events the evictions at the commit
	 */
	default void discard(List<Event> events) {
	}

}
