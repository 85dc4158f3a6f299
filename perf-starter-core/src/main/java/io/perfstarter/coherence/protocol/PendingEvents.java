package io.perfstarter.coherence.protocol;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.perfstarter.coherence.protocol.Event.Scope;
import org.jspecify.annotations.Nullable;

/**
 * What waits to be told to one peer: events of a cache joined, duplicates dropped, too
 * many ids turned into an eviction of all entries. Not thread-safe.
 */
final class PendingEvents {

	private final int idsPerCache;

	private final int idsOverall;

	private final Wire wire;

	private final Map<String, Ids> caches = new LinkedHashMap<>();

	private int waiting;

	PendingEvents(int idsPerCache, int idsOverall, Wire wire) {
		this.idsPerCache = idsPerCache;
		this.idsOverall = idsOverall;
		this.wire = wire;
	}

	boolean isEmpty() {
		return this.caches.isEmpty();
	}

	/**
	 * Adds an event.
	 * @param event what is gone
	 * @return whether there were too many ids, so that all entries go
	 */
	boolean add(Event event) {
		Ids ids = this.caches.computeIfAbsent(event.cache(), (cache) -> new Ids());
		if (ids.all) {
			return false;
		}
		this.waiting -= ids.size();
		if (event.scope() == Scope.ALL) {
			ids.becomeAll();
			return false;
		}
		((event.scope() == Scope.KEYS) ? ids.keys : ids.groups).addAll(event.ids());
		boolean overflow = ids.size() > this.idsPerCache || this.waiting + ids.size() > this.idsOverall;
		if (overflow) {
			ids.becomeAll();
		}
		this.waiting += ids.size();
		return overflow;
	}

	/**
	 * Takes as many events as one message may carry.
	 * @return the events, none if nothing waits
	 */
	List<Event> drain() {
		List<Event> events = new ArrayList<>();
		int room = this.wire.capacity();
		Iterator<Map.Entry<String, Ids>> entries = this.caches.entrySet().iterator();
		while (entries.hasNext()) {
			Map.Entry<String, Ids> entry = entries.next();
			String cache = entry.getKey();
			Ids ids = entry.getValue();
			int name = this.wire.weight(cache);
			if (ids.all) {
				room -= name;
				if (room < 0 && !events.isEmpty()) {
					return events;
				}
				events.add(Event.all(cache));
			}
			else {
				room = drain(cache, Scope.KEYS, ids.keys, room - name, events);
				room = drain(cache, Scope.GROUPS, ids.groups, room - name, events);
				if (ids.size() > 0) {
					return events;
				}
			}
			entries.remove();
		}
		return events;
	}

	private int drain(String cache, Scope scope, Set<@Nullable Object> ids, int room, List<Event> events) {
		List<@Nullable Object> taken = new ArrayList<>();
		Iterator<@Nullable Object> iterator = ids.iterator();
		while (iterator.hasNext()) {
			Object id = iterator.next();
			room -= this.wire.weight(id);
			if (room < 0 && !(events.isEmpty() && taken.isEmpty())) {
				break;
			}
			taken.add(id);
			iterator.remove();
			this.waiting--;
		}
		if (!taken.isEmpty()) {
			events.add(new Event(cache, scope, taken));
		}
		return room;
	}

	/**
	 * What waits of one cache.
	 */
	private static final class Ids {

		private final Set<@Nullable Object> keys = new LinkedHashSet<>();

		private final Set<@Nullable Object> groups = new LinkedHashSet<>();

		private boolean all;

		int size() {
			return this.keys.size() + this.groups.size();
		}

		void becomeAll() {
			this.all = true;
			this.keys.clear();
			this.groups.clear();
		}

	}

}
