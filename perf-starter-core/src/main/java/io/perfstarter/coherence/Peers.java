package io.perfstarter.coherence;

import java.util.List;

import io.perfstarter.coherence.protocol.Event;

/**
 * The other instances of this service.
 */
@FunctionalInterface
public interface Peers {

	/**
	 * Tells every peer, later and on other threads; never blocks and never throws.
	 * @param events what is gone, of one transaction or call: who hears of it hears of
	 * all of it at once, because a copy of one cache may be made from another
	 */
	void publish(List<Event> events);

}
