package io.perfstarter.coherence.guard;

import java.util.Collection;

import io.perfstarter.coherence.protocol.Event;

/**
 * Carries out, on this instance and its peers, the changes that callers make through
 * guarded caches, such as {@code Cache.evict}. A change happens after the commit of the
 * current transaction, or immediately without one. Implementations must be thread-safe
 * and must not throw.
 */
public interface CacheChanges {

	/**
	 * Evicts entries from the cache that the event names.
	 * @param event the entries
	 */
	void evict(Event event);

	/**
	 * Makes the other instances doubt the entries of a cache, because a caller has put a
	 * value that may differ from theirs.
	 * @param event the entry
	 */
	default void doubt(Event event) {
		evict(event);
	}

	/**
	 * Makes all instances doubt the entries of caches, because nobody knows what a call
	 * has changed.
	 * @param caches the names of the caches
	 * @param call the call, for the log
	 */
	default void doubt(Collection<String> caches, String call) {
		caches.forEach((cache) -> evict(Event.all(cache)));
	}

	/**
	 * Makes a change pending before it becomes visible.
	 * @param caches the names of the caches that it changes
	 * @return ends the change
	 */
	default Runnable pending(Collection<String> caches) {
		return () -> {
		};
	}

}
