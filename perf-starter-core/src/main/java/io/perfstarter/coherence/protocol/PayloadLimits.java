package io.perfstarter.coherence.protocol;

import java.util.List;

/**
 * Replaces evictions that no message can carry by evictions of all entries. Thread-safe.
 *
 * @param wire the payload limits
 * @param listener receives the caches of replaced evictions
 */
record PayloadLimits(Wire wire, CoherenceListener listener) {

	/**
	 * Returns evictions that fit into one message.
	 * @param events the evictions of one transaction
	 * @return the same evictions, or larger ones
	 */
	List<Event> applied(List<Event> events) {
		List<Event> encodable = events.stream().map(this::encodable).toList();
		if (JoinedEvents.weight(encodable, this.wire) <= this.wire.capacity()) {
			return encodable;
		}
		List<String> caches = encodable.stream().map(Event::cache).distinct().toList();
		caches.forEach(this.listener::overflowed);
		return caches.stream().map(Event::all).toList();
	}

	private Event encodable(Event event) {
		for (Object id : event.ids()) {
			if (this.wire.weight(id) == Wire.CANNOT_TRAVEL) {
				this.listener.unencodable(event.cache());
				return Event.all(event.cache());
			}
		}
		return event;
	}

}
