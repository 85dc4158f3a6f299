package io.perfstarter.coherence.autoconfigure;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.support.NoOpCache;
import org.springframework.cache.transaction.TransactionAwareCacheDecorator;

/**
 * Wraps a cache manager of the application. As advice, it returns guarded caches instead
 * of the originals; as a cache manager, it returns the same caches without the decorator
 * that defers evictions to the end of a transaction.
 *
 * <p>
 * A cache is guarded once, and again if the manager replaces it. Thread-safe; holds as
 * many caches as the manager has.
 */
final class ForeignCacheManager implements MethodInterceptor, CacheManager {

	private final String beanName;

	private final CacheManager target;

	private final ForeignCaches caches;

	private final Map<String, Handout> handouts = new ConcurrentHashMap<>();

	ForeignCacheManager(String beanName, CacheManager target, ForeignCaches caches) {
		this.beanName = beanName;
		this.target = target;
		this.caches = caches;
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Object result = invocation.proceed();
		if (result instanceof Cache cache && "getCache".equals(invocation.getMethod().getName())
				&& invocation.getArguments().length == 1 && invocation.getArguments()[0] instanceof String name
				&& this.caches.isManaged(name)) {
			return handout(name, cache).cache();
		}
		return result;
	}

	@Override
	public @Nullable Cache getCache(String name) {
		Cache cache = this.target.getCache(name);
		return (cache != null && this.caches.isManaged(name)) ? handout(name, cache).direct() : cache;
	}

	/**
	 * Returns the names of all caches, also of those that callers have received but the
	 * manager does not list.
	 */
	@Override
	public Collection<String> getCacheNames() {
		Collection<String> names = this.target.getCacheNames();
		if (names.containsAll(this.handouts.keySet())) {
			return names;
		}
		Set<String> all = new LinkedHashSet<>(names);
		all.addAll(this.handouts.keySet());
		return Collections.unmodifiableSet(all);
	}

	/**
	 * Returns the reason for which a cache cannot be guarded.
	 * @param name the name of the cache
	 * @return the obstacle, or {@code null} if there is none
	 */
	@Nullable String obstacle(String name) {
		Cache cache = this.target.getCache(name);
		return (cache != null) ? handout(name, cache).obstacle() : null;
	}

	/**
	 * Returns the store behind a guarded cache of this manager.
	 * @param guarded the guarded cache
	 * @return the store, or {@code null} if it is not a cache of this manager
	 */
	@Nullable Cache storeBehind(Cache guarded) {
		Handout handout = this.handouts.get(guarded.getName());
		return (handout != null && handout.isGuarded() && handout.direct() == guarded) ? handout.store() : null;
	}

	/**
	 * Returns whether callers of this manager receive a cache.
	 */
	boolean hasHandedOut(Cache cache) {
		Handout handout = this.handouts.get(cache.getName());
		return handout != null && handout.cache() == cache;
	}

	/**
	 * Returns the names of the guarded caches.
	 * @return the names
	 */
	Collection<String> guardedNames() {
		return this.handouts.entrySet()
			.stream()
			.filter((handout) -> handout.getValue().isGuarded())
			.map(Map.Entry::getKey)
			.toList();
	}

	private Handout handout(String name, Cache cache) {
		Cache store = (cache instanceof TransactionAwareCacheDecorator decorator) ? decorator.getTargetCache() : cache;
		Handout present = this.handouts.get(name);
		return (present != null && present.store() == store) ? present : this.handouts.compute(name,
				(ignored, latest) -> (latest != null && latest.store() == store) ? latest : create(name, cache, store));
	}

	private Handout create(String name, Cache cache, Cache store) {
		if (store instanceof NoOpCache || this.caches.isGuarded(store)) {
			return new Handout(store, (store instanceof NoOpCache) ? cache : store, store, null);
		}
		StoreFinding finding = StoreInspection.of(store);
		this.caches.report(name, this.beanName, store, finding);
		if (finding.obstacle() != null) {
			return new Handout(store, cache, cache, finding.obstacle());
		}
		Cache guarded = this.caches.guard(name, store);
		// Without the decorator, because a guarded cache binds changes to the transaction
		// itself.
		return new Handout(store, guarded, guarded, null);
	}

	/**
	 * The wrapped forms of one cache of the manager.
	 *
	 * @param store the cache that holds the entries
	 * @param cache the cache that callers receive
	 * @param direct the same cache without deferred evictions
	 * @param obstacle the reason for which the store cannot be guarded, {@code null} if
	 * it is guarded
	 */
	private record Handout(Cache store, Cache cache, Cache direct, @Nullable String obstacle) {

		boolean isGuarded() {
			return this.direct != this.store && this.obstacle == null;
		}

	}

}
