package io.perfstarter.coherence;

import java.util.List;

import io.perfstarter.coherence.protocol.Event;

/**
 * The other instances of this service.
 */
@FunctionalInterface
public interface Peers {

	/**
	 * Sends events to every peer asynchronously; never blocks and never throws.
	 * @param events the evictions of one transaction or call, which each peer applies
	 * together, because an entry of one cache may be computed from another
	 */
	void publish(List<Event> events);

}
