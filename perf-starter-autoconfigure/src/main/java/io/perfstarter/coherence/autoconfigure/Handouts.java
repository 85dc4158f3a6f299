package io.perfstarter.coherence.autoconfigure;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.cache.Cache;

/**
 * The wrapped forms of the caches that a manager has returned under one name. There are
 * several if the manager replaces its caches or has one for each tenant. Thread-safe: the
 * lock of this object guards additions, and a volatile field publishes them.
 */
final class Handouts {

	/**
	 * The maximum number of caches. Beyond it, the oldest is forgotten, because the
	 * manager may have replaced it.
	 */
	static final int MAX_STORES = 100;

	private volatile List<Handout> all = List.of();

	/**
	 * Returns the wrapped form of a cache.
	 * @param store the cache that holds the entries
	 * @param creation wraps it
	 */
	Handout of(Cache store, Supplier<Handout> creation) {
		Handout known = find(store);
		return (known != null) ? known : add(store, creation);
	}

	private @Nullable Handout find(Cache store) {
		for (Handout handout : this.all) {
			if (handout.store() == store) {
				return handout;
			}
		}
		return null;
	}

	/**
	 * Adds a cache. Empties it unless it is the first, because it may have missed
	 * evictions.
	 */
	private synchronized Handout add(Cache store, Supplier<Handout> creation) {
		Handout known = find(store);
		if (known != null) {
			return known;
		}
		List<Handout> before = this.all;
		Handout created = creation.get();
		if (created.isGuarded() && !before.isEmpty()) {
			store.clear();
		}
		List<Handout> all = new ArrayList<>(before.subList(0, Math.min(before.size(), MAX_STORES - 1)));
		all.add(0, created);
		this.all = List.copyOf(all);
		return created;
	}

	Collection<Handout> all() {
		return this.all;
	}

	/**
	 * The wrapped forms of one cache.
	 *
	 * @param store the cache that holds the entries
	 * @param cache the cache that callers receive
	 * @param direct the same cache; only for a cache that stores nothing, without the
	 * decorator that defers evictions
	 * @param obstacle the reason for which the store cannot be guarded, {@code null} if
	 * it is guarded
	 */
	record Handout(Cache store, Cache cache, Cache direct, @Nullable String obstacle) {

		boolean isGuarded() {
			return this.direct != this.store && this.obstacle == null;
		}

	}

}
