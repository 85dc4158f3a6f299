package io.perfstarter.coherence.cache;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.LocalCopies;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.util.function.SingletonSupplier;

/**
 * All caches of this instance, whoever manages them.
 *
 * <p>
 * A name that several cache managers know means the cache of each. A cache without groups
 * of ours is emptied when one of its groups is evicted. Thread-safe.
 */
public final class LocalCaches implements LocalCopies {

	private static final Log logger = LogFactory.getLog(LocalCaches.class);

	private static final int MISSED_NAMES = 100;

	private final Supplier<Collection<CacheManager>> cacheManagers;

	private final Set<String> missed = ConcurrentHashMap.newKeySet();

	/**
	 * Takes the cache managers, which are asked for once, at the first use, so that they
	 * may come into being later.
	 * @param cacheManagers the cache managers, the primary one first
	 */
	public LocalCaches(Supplier<Collection<CacheManager>> cacheManagers) {
		this.cacheManagers = SingletonSupplier.of(cacheManagers);
	}

	@Override
	public boolean knows(String cache) {
		return this.cacheManagers.get().stream().anyMatch((manager) -> manager.getCacheNames().contains(cache));
	}

	/**
	 * Whether the cache exists, or can be made by a cache manager that makes its caches
	 * on demand, which then has it.
	 * @param cache the name of a cache
	 * @return whether there is such a cache now
	 */
	public boolean obtains(String cache) {
		return !cachesOf(cache).isEmpty();
	}

	/**
	 * Whether the bound is promised for all caches of that name.
	 * @param cache the name of a cache
	 * @return whether there is such a cache now, and each is guarded
	 */
	public boolean isManaged(String cache) {
		List<Cache> caches = cachesOf(cache);
		return !caches.isEmpty() && caches.stream().allMatch(GuardedCache.class::isInstance);
	}

	/**
	 * Whether the application caches at all.
	 * @return whether there is a cache manager
	 */
	public boolean exist() {
		return !this.cacheManagers.get().isEmpty();
	}

	/**
	 * The names of all caches there are now.
	 * @return the names, sorted
	 */
	public Collection<String> names() {
		return this.cacheManagers.get()
			.stream()
			.flatMap((manager) -> manager.getCacheNames().stream())
			.collect(Collectors.toCollection(TreeSet::new));
	}

	/**
	 * Whether there are caches of ours and no others.
	 * @return whether every cache manager is a {@link GuardedCacheManager}
	 */
	public boolean areAllOurs() {
		Collection<CacheManager> managers = this.cacheManagers.get();
		return !managers.isEmpty() && managers.stream().allMatch(GuardedCacheManager.class::isInstance);
	}

	/**
	 * Carries out the evictions of one transaction. All guarded caches forget before
	 * anything is removed, and once more at the end, because what is loaded meanwhile may
	 * be made from a copy in a cache that had its turn later.
	 */
	@Override
	public void evict(List<Event> events) {
		List<Target> targets = targets(events);
		List<Target> guarded = targets.stream().filter(Target::isGuarded).toList();
		Failures failures = new Failures();
		guarded.forEach((target) -> failures.collect(target::bump));
		targets.forEach((target) -> failures.collect(target::remove));
		if (guarded.size() > 1) {
			guarded.forEach((target) -> failures.collect(target::bump));
		}
		failures.rethrowFirst();
	}

	@Override
	public void withhold(List<Event> events) {
		// A cache manager that fails does so before anything is withheld.
		guarded(events).forEach(Target::withhold);
	}

	@Override
	public void release(List<Event> events) {
		guarded(events).forEach(Target::release);
	}

	@Override
	public void clear() {
		List<Event> all = names().stream().map(Event::all).toList();
		evict(guarded(all).stream().map(Target::event).distinct().toList());
	}

	private List<Target> guarded(List<Event> events) {
		return targets(events).stream().filter(Target::isGuarded).toList();
	}

	private List<Target> targets(List<Event> events) {
		List<Target> targets = new ArrayList<>();
		for (Event event : events) {
			List<Cache> caches = cachesOf(event.cache());
			if (caches.isEmpty()) {
				tellMissed(event.cache());
			}
			caches.forEach((cache) -> targets.add(new Target(cache, event)));
		}
		return targets;
	}

	private void tellMissed(String cache) {
		if (exist() && this.missed.size() < MISSED_NAMES && this.missed.add(cache)) {
			logger
				.warn("Nothing is evicted from '%s': there is no such cache (there are: %s)".formatted(cache, names()));
		}
	}

	private List<Cache> cachesOf(String name) {
		Collection<CacheManager> managers = this.cacheManagers.get();
		List<Cache> known = new ArrayList<>();
		for (CacheManager manager : managers) {
			Cache cache = manager.getCacheNames().contains(name) ? manager.getCache(name) : null;
			if (cache != null) {
				known.add(cache);
			}
		}
		return (!known.isEmpty()) ? known
				: managers.stream().map((manager) -> manager.getCache(name)).filter(Objects::nonNull).limit(1).toList();
	}

	/**
	 * What an event means for one cache.
	 *
	 * @param cache the cache
	 * @param event what is to be gone from it
	 */
	private record Target(Cache cache, Event event) {

		boolean isGuarded() {
			return this.cache instanceof GuardedCache;
		}

		void withhold() {
			entries().withhold(this.event);
		}

		void release() {
			entries().release(this.event);
		}

		void bump() {
			entries().bump(this.event);
		}

		private GuardedStore entries() {
			return ((GuardedCache) this.cache).entries();
		}

		void remove() {
			if (isGuarded()) {
				entries().remove(this.event);
				return;
			}
			switch (this.event.scope()) {
				// Neither is deferred by a transaction-aware cache, which would lose it
				// now.
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
