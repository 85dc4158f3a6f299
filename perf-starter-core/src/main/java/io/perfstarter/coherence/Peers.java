package io.perfstarter.coherence;

import java.util.Collection;
import java.util.List;

import io.perfstarter.coherence.commit.OpenTransaction;
import io.perfstarter.coherence.protocol.Event;

/**
 * The other instances of this service. An instance that does not ask for changes in
 * progress learns of each before the change is visible. No method throws.
 */
@FunctionalInterface
public interface Peers {

	/**
	 * No other instances.
	 */
	Peers NONE = (events) -> {
	};

	/**
	 * Sends events to every peer, or writes them to a log that every peer reads. Blocks
	 * for a limited time at most.
	 * @param events the evictions of one transaction or call. Each peer applies them
	 * together, because an entry of one cache may be computed from another cache.
	 */
	void publish(List<Event> events);

	/**
	 * Sends events, some of which the changing transaction has already written by
	 * {@link #join}.
	 * @param events the evictions of one transaction or call
	 * @param written the evictions that the transaction has written
	 */
	default void publish(List<Event> events, Collection<Event> written) {
		publish(events);
	}

	/**
	 * Writes evictions in a transaction of the current thread, before its commit, so that
	 * the other instances find them if it commits, and only then.
	 * @param transaction the transaction
	 * @param events its evictions
	 * @return {@code false} if they must be published after the commit
	 */
	default boolean join(OpenTransaction transaction, List<Event> events) {
		return false;
	}

	/**
	 * Begins a change whose evictions will be published later.
	 * @param caches the names of the caches that the change may make stale
	 * @return ends the change; to be run after its evictions were published or it was
	 * rolled back; may be run more than once
	 */
	default Runnable begin(Collection<String> caches) {
		return () -> {
		};
	}

	/**
	 * Reports that the data of a cache may have changed unseen. The other instances serve
	 * the entries that they have loaded until now for max-staleness at most.
	 * @param cache the name of the cache
	 */
	default void doubt(String cache) {
	}

}
