package io.perfstarter.coherence.autoconfigure;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import io.perfstarter.coherence.autoconfigure.Handouts.Handout;
import io.perfstarter.coherence.guard.SeveralStores;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.support.NoOpCache;
import org.springframework.cache.transaction.TransactionAwareCacheDecorator;

/**
 * Wraps a cache manager of the application. As advice, it returns guarded caches instead
 * of the originals. As a cache manager, it returns the same guarded caches, and also
 * lists caches that the wrapped manager does not list.
 *
 * <p>
 * Each cache is guarded once, even if the manager has several caches with the same name,
 * such as one for each tenant. Thread-safe; holds as many caches as the manager has.
 */
final class ForeignCacheManager implements MethodInterceptor, SeveralStores {

	private final String beanName;

	private final CacheManager target;

	private final ForeignCaches caches;

	private final Map<String, Handouts> handouts = new ConcurrentHashMap<>();

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
	 * Returns the names of all caches, including caches that callers have but the manager
	 * does not list.
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
		return handouts(guarded.getName()).filter((handout) -> handout.isGuarded() && handout.direct() == guarded)
			.map(Handout::store)
			.findFirst()
			.orElse(null);
	}

	/**
	 * Returns whether callers of this manager receive a cache.
	 */
	boolean hasHandedOut(Cache cache) {
		return handouts(cache.getName()).anyMatch((handout) -> handout.cache() == cache);
	}

	@Override
	public Collection<Cache> otherCaches(String name, Cache cache) {
		return handouts(name).map(Handout::direct).filter((other) -> other != cache).toList();
	}

	private Stream<Handout> handouts(String name) {
		Handouts handouts = this.handouts.get(name);
		return (handouts != null) ? handouts.all().stream() : Stream.empty();
	}

	/**
	 * Returns the names of the guarded caches.
	 * @return the names
	 */
	Collection<String> guardedNames() {
		return this.handouts.entrySet()
			.stream()
			.filter((handouts) -> handouts.getValue().all().stream().anyMatch(Handout::isGuarded))
			.map(Map.Entry::getKey)
			.toList();
	}

	private Handout handout(String name, Cache cache) {
		Cache store = (cache instanceof TransactionAwareCacheDecorator decorator) ? decorator.getTargetCache() : cache;
		return this.handouts.computeIfAbsent(name, (ignored) -> new Handouts())
			.of(store, () -> create(name, cache, store));
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
		if (handouts(name).findAny().isPresent()) {
			this.caches.reportAnother(name, this.beanName, store);
		}
		Cache guarded = this.caches.guard(name, store);
		// Without the decorator, because a guarded cache itself binds changes to the
		// transaction.
		return new Handout(store, guarded, guarded, null);
	}

}
