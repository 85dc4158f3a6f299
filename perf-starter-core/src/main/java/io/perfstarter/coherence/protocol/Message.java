package io.perfstarter.coherence.protocol;

import java.util.List;

/**
 * What one instance tells a peer in one go.
 *
 * @param origin the id of the sending instance, new at each of its starts
 * @param id the number of the message at its origin, the same for each of its retries
 * @param events what is gone; empty for a greeting
 */
public record Message(String origin, long id, List<Event> events) {

	public Message {
		events = List.copyOf(events);
	}

}
