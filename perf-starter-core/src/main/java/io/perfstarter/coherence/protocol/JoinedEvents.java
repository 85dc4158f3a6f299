package io.perfstarter.coherence.protocol;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.perfstarter.coherence.protocol.Event.Scope;
import org.jspecify.annotations.Nullable;

/**
 * Merges events by cache without duplicates, as many as fit into one message. Not
 * thread-safe.
 */
final class JoinedEvents {

	private final Map<String, Ids> caches = new LinkedHashMap<>();

	private long room;

	JoinedEvents(long capacity) {
		this.room = capacity;
	}

	/**
	 * Returns the weight of events relative to the capacity of a message.
	 */
	static long weight(List<Event> events, Wire wire) {
		long weight = 0;
		for (Event event : events) {
			weight += wire.weight(event.cache());
			for (Object id : event.ids()) {
				weight += wire.weight(id);
			}
		}
		return weight;
	}

	/**
	 * Replaces evictions that no message can carry by evictions of all entries.
	 * @param events the evictions of one transaction
	 * @return the same evictions, or larger ones, which fit into one message
	 */
	static List<Event> fitting(List<Event> events, Wire wire, CoherenceListener listener) {
		List<Event> encodable = events.stream().map((event) -> encodable(event, wire, listener)).toList();
		if (weight(encodable, wire) <= wire.capacity()) {
			return encodable;
		}
		return encodable.stream().map(Event::cache).distinct().map(Event::all).toList();
	}

	private static Event encodable(Event event, Wire wire, CoherenceListener listener) {
		if (event.ids().stream().noneMatch((id) -> wire.weight(id) == Wire.CANNOT_TRAVEL)) {
			return event;
		}
		listener.unencodable(event.cache());
		return Event.all(event.cache());
	}

	/**
	 * Adds all of the events if they fit; the first events always fit.
	 * @param events the events
	 * @param weight their {@link #weight}
	 * @return whether they were added
	 */
	boolean add(List<Event> events, long weight) {
		if (weight > this.room && !this.caches.isEmpty()) {
			return false;
		}
		this.room -= weight;
		events.forEach((event) -> this.caches.computeIfAbsent(event.cache(), (cache) -> new Ids()).add(event));
		return true;
	}

	List<Event> events() {
		List<Event> events = new ArrayList<>();
		this.caches.forEach((cache, ids) -> ids.appendTo(events, cache));
		return events;
	}

	/**
	 * The merged ids of one cache.
	 */
	private static final class Ids {

		private final Set<@Nullable Object> keys = new LinkedHashSet<>();

		private final Set<@Nullable Object> groups = new LinkedHashSet<>();

		private boolean all;

		void add(Event event) {
			switch (event.scope()) {
				case KEYS -> this.keys.addAll(event.ids());
				case GROUPS -> this.groups.addAll(event.ids());
				case ALL -> becomeAll();
			}
		}

		private void becomeAll() {
			this.all = true;
		}

		void appendTo(List<Event> events, String cache) {
			if (this.all) {
				events.add(Event.all(cache));
				return;
			}
			if (!this.keys.isEmpty()) {
				events.add(new Event(cache, Scope.KEYS, new ArrayList<>(this.keys)));
			}
			if (!this.groups.isEmpty()) {
				events.add(new Event(cache, Scope.GROUPS, new ArrayList<>(this.groups)));
			}
		}

	}

}
