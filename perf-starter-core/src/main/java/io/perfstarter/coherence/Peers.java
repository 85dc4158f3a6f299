package io.perfstarter.coherence;

import io.perfstarter.coherence.protocol.Event;

/**
 * The other instances of this service.
 */
@FunctionalInterface
public interface Peers {

	/**
	 * Tells every peer, later and on other threads; never blocks and never throws.
	 * @param event what is gone
	 */
	void publish(Event event);

}
