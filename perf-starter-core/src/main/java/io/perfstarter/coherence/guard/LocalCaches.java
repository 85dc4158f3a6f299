package io.perfstarter.coherence.guard;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.LocalCopies;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.util.function.SingletonSupplier;

/**
 * All caches of this instance, of all cache managers.
 *
 * <p>
 * If several cache managers have a cache with the same name, an eviction applies to each.
 * The eviction of a group empties a cache without groups. Thread-safe.
 */
public final class LocalCaches implements LocalCopies {

	private static final Log logger = LogFactory.getLog(LocalCaches.class);

	private static final int MISSED_NAMES = 100;

	private final Supplier<Collection<CacheManager>> cacheManagers;

	private final Set<String> missed = ConcurrentHashMap.newKeySet();

	// The cache managers that have returned a cache without listing it.
	private final Set<CacheManager> incompleteLists = ConcurrentHashMap.newKeySet();

	/**
	 * Creates an instance that obtains the cache managers once, at the first use.
	 * @param cacheManagers the cache managers, the primary one first
	 */
	public LocalCaches(Supplier<Collection<CacheManager>> cacheManagers) {
		this.cacheManagers = SingletonSupplier.of(cacheManagers);
	}

	@Override
	public boolean knows(String cache) {
		return this.cacheManagers.get().stream().anyMatch((manager) -> mayKnow(manager, cache));
	}

	private boolean mayKnow(CacheManager manager, String cache) {
		try {
			return manager.getCacheNames().contains(cache)
					|| (this.incompleteLists.contains(manager) && manager.getCache(cache) != null);
		}
		catch (RuntimeException ex) {
			// The eviction fails for the same reason, and is reported.
			return true;
		}
	}

	/**
	 * Returns whether the cache exists. Cache managers with dynamic caches create it.
	 * @param cache the name of a cache
	 * @return whether the cache exists now
	 */
	public boolean obtains(String cache) {
		return !cachesOf(cache).isEmpty();
	}

	/**
	 * Returns whether the staleness of all caches with this name is bounded.
	 * @param cache the name of a cache
	 * @return whether the cache exists now, and each cache with this name is guarded
	 */
	public boolean isManaged(String cache) {
		List<Cache> caches = cachesOf(cache);
		return !caches.isEmpty() && caches.stream().allMatch(GuardedCache.class::isInstance);
	}

	/**
	 * Returns whether the staleness of any cache with this name is bounded.
	 * @param cache the name of a cache
	 * @return whether a guarded cache has this name
	 */
	public boolean isManagedSomewhere(String cache) {
		return cachesOf(cache).stream().anyMatch(GuardedCache.class::isInstance);
	}

	/**
	 * Returns whether the application uses caches.
	 * @return whether there is a cache manager
	 */
	public boolean exist() {
		return !this.cacheManagers.get().isEmpty();
	}

	/**
	 * Returns the names of all existing caches.
	 * @return the names, sorted
	 */
	public Collection<String> names() {
		return this.cacheManagers.get()
			.stream()
			.flatMap((manager) -> manager.getCacheNames().stream())
			.collect(Collectors.toCollection(TreeSet::new));
	}

	/**
	 * Returns whether all caches were created by perf-starter.
	 * @return whether every cache manager is a {@link GuardedCacheManager}
	 */
	public boolean areAllOurs() {
		Collection<CacheManager> managers = this.cacheManagers.get();
		return !managers.isEmpty() && managers.stream().allMatch(GuardedCacheManager.class::isInstance);
	}

	/**
	 * Carries out the evictions of one transaction. All guarded caches mark the entries
	 * as stale before any are removed, and again at the end, because a value loaded
	 * meanwhile may be computed from an entry of a cache that was processed later. A
	 * cache manager that fails, for example without its server, does not stop the others.
	 */
	@Override
	public void evict(List<Event> events) {
		Failures failures = new Failures();
		List<Target> targets = targets(events, failures);
		targets.forEach((target) -> failures.collect(() -> target.guarded(GuardedStore::bump)));
		targets.forEach((target) -> failures.collect(target::remove));
		if (targets.size() > 1) {
			targets.forEach((target) -> failures.collect(() -> target.guarded(GuardedStore::bump)));
		}
		failures.rethrowFirst();
	}

	@Override
	public void withhold(List<Event> events) {
		targets(events, new Failures()).forEach((target) -> target.guarded(GuardedStore::withhold));
	}

	@Override
	public void release(List<Event> events) {
		targets(events, new Failures()).forEach((target) -> target.guarded(GuardedStore::release));
	}

	@Override
	public void discard(List<Event> events) {
		targets(events, new Failures()).forEach((target) -> target.guarded(GuardedStore::discard));
	}

	private List<Target> targets(List<Event> events, Failures failures) {
		List<Target> targets = new ArrayList<>(events.size());
		for (Event event : events) {
			List<Cache> caches = cachesOf(event.cache(), failures);
			if (caches.isEmpty() && failures.isEmpty()) {
				tellMissed(event.cache());
			}
			for (Cache cache : caches) {
				targets
					.add(new Target(cache, (cache instanceof GuardedCache guarded) ? guarded.entries() : null, event));
			}
		}
		return targets;
	}

	private void tellMissed(String cache) {
		if (exist() && this.missed.size() < MISSED_NAMES && this.missed.add(cache)) {
			logger.warn("Nothing is evicted from '%s': unknown cache (known caches: %s)".formatted(cache, names()));
		}
	}

	private List<Cache> cachesOf(String name) {
		return cachesOf(name, new Failures());
	}

	private List<Cache> cachesOf(String name, Failures failures) {
		Collection<CacheManager> managers = this.cacheManagers.get();
		List<Cache> known = new ArrayList<>();
		managers.forEach((manager) -> failures.collect(() -> addListed(manager, name, known)));
		if (known.isEmpty()) {
			managers.forEach((manager) -> failures.collect(() -> addUnlisted(manager, name, known)));
		}
		return known;
	}

	private static void addListed(CacheManager manager, String name, List<Cache> known) {
		Cache cache = manager.getCacheNames().contains(name) ? manager.getCache(name) : null;
		if (cache != null) {
			known.add(cache);
			if (manager instanceof SeveralStores several) {
				known.addAll(several.otherCaches(name, cache));
			}
		}
	}

	/**
	 * Adds a cache that its manager does not list, unless another manager has returned
	 * it.
	 */
	private void addUnlisted(CacheManager manager, String name, List<Cache> known) {
		Cache cache = known.isEmpty() ? manager.getCache(name) : null;
		if (cache != null) {
			known.add(cache);
			if (!manager.getCacheNames().contains(name)) {
				this.incompleteLists.add(manager);
			}
		}
	}

	/**
	 * One cache and an event that applies to it. Only a guarded cache marks and fences
	 * entries.
	 *
	 * @param cache the cache
	 * @param entries the entries of a guarded cache, otherwise {@code null}
	 * @param event the event
	 */
	private record Target(Cache cache, @Nullable GuardedStore entries, Event event) {

		void guarded(BiConsumer<GuardedStore, Event> action) {
			if (this.entries != null) {
				action.accept(this.entries, this.event);
			}
		}

		void remove() {
			if (this.entries != null) {
				this.entries.remove(this.event);
				return;
			}
			switch (this.event.scope()) {
				// Bypasses transaction-aware caches, which would defer and lose the
				// eviction here.
				case KEYS -> this.event.ids().stream().filter(Objects::nonNull).forEach(this.cache::evictIfPresent);
				case ALL -> this.cache.invalidate();
				case GROUPS -> {
					if (!this.event.ids().isEmpty()) {
						this.cache.invalidate();
					}
				}
			}
		}

	}

}
