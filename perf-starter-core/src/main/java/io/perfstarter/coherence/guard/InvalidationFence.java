package io.perfstarter.coherence.guard;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

import io.perfstarter.coherence.protocol.Event;
import org.jspecify.annotations.Nullable;

/**
 * The invalidation fence of one cache. Fenced entries are about to change, and are
 * neither served nor stored until the change is complete. The fences of an entry are
 * counted, because several transactions may fence it. Thread-safe.
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
		count(event, (counts, id) -> counts.merge(id, 1, Integer::sum));
	}

	void remove(Event event) {
		count(event, (counts, id) -> counts.computeIfPresent(id, (ignored, count) -> (count > 1) ? count - 1 : null));
	}

	private void count(Event event, BiConsumer<Map<Object, Integer>, Object> change) {
		switch (event.scope()) {
			case KEYS -> event.ids().forEach((key) -> count(this.keys, key, change));
			case ALL -> change.accept(this.keys, ALL);
			case GROUPS -> event.ids().forEach((group) -> {
				count(this.groups, group, change);
				change.accept(this.groups, ANY_GROUP);
			});
		}
	}

	private static void count(Map<Object, Integer> counts, @Nullable Object id,
			BiConsumer<Map<Object, Integer>, Object> change) {
		if (id != null) {
			change.accept(counts, id);
		}
	}

}
