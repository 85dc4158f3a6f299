package io.perfstarter.coherence.guard;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.perfstarter.coherence.protocol.Event;
import org.jspecify.annotations.Nullable;

/**
 * The invalidation fence of one cache: entries that are about to change and are neither
 * served nor stored until the change is complete. Counted, because several transactions
 * may fence the same entry. Thread-safe.
 */
final class InvalidationFence {

	private static final Object ALL = new Object();

	private static final Object ANY_GROUP = new Object();

	private final Map<Object, Integer> keys = new ConcurrentHashMap<>();

	private final Map<Object, Integer> groups = new ConcurrentHashMap<>();

	boolean concerns(Object key, @Nullable Object group) {
		if (this.keys.isEmpty() && this.groups.isEmpty()) {
			return false;
		}
		return this.keys.containsKey(key) || this.keys.containsKey(ALL)
				|| this.groups.containsKey((group != null) ? group : ANY_GROUP);
	}

	void add(Event event) {
		switch (event.scope()) {
			case KEYS -> event.ids().forEach((key) -> add(this.keys, key));
			case ALL -> add(this.keys, ALL);
			case GROUPS -> event.ids().forEach((group) -> {
				add(this.groups, group);
				add(this.groups, ANY_GROUP);
			});
		}
	}

	void remove(Event event) {
		switch (event.scope()) {
			case KEYS -> event.ids().forEach((key) -> remove(this.keys, key));
			case ALL -> remove(this.keys, ALL);
			case GROUPS -> event.ids().forEach((group) -> {
				remove(this.groups, group);
				remove(this.groups, ANY_GROUP);
			});
		}
	}

	private static void add(Map<Object, Integer> counts, @Nullable Object id) {
		if (id != null) {
			counts.merge(id, 1, Integer::sum);
		}
	}

	private static void remove(Map<Object, Integer> counts, @Nullable Object id) {
		if (id != null) {
			counts.computeIfPresent(id, (ignored, count) -> (count > 1) ? count - 1 : null);
		}
	}

}
