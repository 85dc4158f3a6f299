package io.perfstarter.coherence;

import java.util.Collection;
import java.util.List;

import io.perfstarter.coherence.protocol.Event;

/**
 * The other instances of this service.
 */
@FunctionalInterface
public interface Peers {

	/**
	 * Sends events to every peer, or writes them where every peer finds them. Blocks for
	 * a limited time at most, and never throws.
	 * @param events the evictions of one transaction or call, which each peer applies
	 * together, because an entry of one cache may be computed from another
	 */
	void publish(List<Event> events);

	/**
	 * Sends events of which some have been written in the transaction that makes the
	 * change.
	 * @param events the evictions of one transaction or call
	 * @param written the evictions that the other instances will find by themselves
	 */
	default void publish(List<Event> events, Collection<Event> written) {
		publish(events);
	}

}
