package io.perfstarter.coherence.autoconfigure;

import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

import io.perfstarter.coherence.Peers;
import io.perfstarter.coherence.cache.GuardedCacheManager;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.core.env.Environment;

/**
 * Fails the start if a configured cache cannot be guarded, and logs the names of the
 * guarded caches.
 */
final class ManagedCachesCheck implements SmartInitializingSingleton {

	private static final Log logger = LogFactory.getLog(ManagedCachesCheck.class);

	private final CoherenceProperties properties;

	private final Environment environment;

	private final ForeignCaches foreignCaches;

	private final ObjectProvider<CacheManager> cacheManagers;

	private final ObjectProvider<Peers> peers;

	ManagedCachesCheck(CoherenceProperties properties, Environment environment, ForeignCaches foreignCaches,
			ObjectProvider<CacheManager> cacheManagers, ObjectProvider<Peers> peers) {
		this.properties = properties;
		this.environment = environment;
		this.foreignCaches = foreignCaches;
		this.cacheManagers = cacheManagers;
		this.peers = peers;
	}

	@Override
	public void afterSingletonsInstantiated() {
		this.properties.checkBound();
		List<CacheManager> managers = this.cacheManagers.orderedStream().toList();
		if (managers.stream().noneMatch(GuardedCacheManager.class::isInstance)) {
			this.properties.caches().forEach((name, cache) -> cache.checkForeign(name, owner()));
		}
		this.properties.caches().keySet().forEach((name) -> check(name, managers));
		this.foreignCaches.inspectAll();
		tell(managers);
	}

	private String owner() {
		String type = this.environment.getProperty(OnNoCacheTypeCondition.CACHE_TYPE);
		return (type != null) ? OnNoCacheTypeCondition.CACHE_TYPE + " is set to '" + type + "'"
				: "the application has a CacheManager of its own";
	}

	private void check(String name, List<CacheManager> managers) {
		this.properties.group(name);
		List<CacheManager> having = having(name, managers);
		if (having.isEmpty() && !managers.isEmpty()) {
			throw new CoherenceCannotStartException(
					"The property '%s' names a cache that no cache manager has (known caches: %s).".formatted(
							property(name), names(managers)),
					"Correct the name, or add the cache to a cache manager.");
		}
		for (CacheManager manager : having) {
			String obstacle = this.foreignCaches.obstacle(manager, name);
			if (obstacle != null) {
				throw new CoherenceCannotStartException(
						"The property '%s' names a cache that cannot be guarded, a %s: %s.".formatted(property(name),
								type(manager, name), obstacle),
						"Remove the name, or use a cache that holds its values by reference on the heap: a "
								+ "Caffeine cache, a ConcurrentMapCache, a JCache of type Object stored by reference, or, "
								+ "without a CacheManager of your own, a cache of perf-starter.");
			}
		}
	}

	/**
	 * Returns the cache managers that have the cache, or else the first that can create
	 * it.
	 */
	private static List<CacheManager> having(String name, List<CacheManager> managers) {
		List<CacheManager> knowing = managers.stream()
			.filter((manager) -> manager.getCacheNames().contains(name))
			.toList();
		return (!knowing.isEmpty()) ? knowing
				: managers.stream().filter((manager) -> manager.getCache(name) != null).limit(1).toList();
	}

	private void tell(List<CacheManager> managers) {
		Collection<String> guarded = names(managers.stream().filter(GuardedCacheManager.class::isInstance).toList());
		guarded.addAll(this.foreignCaches.guardedNames());
		if (guarded.isEmpty()) {
			return;
		}
		logger.info("Guarded caches: " + String.join(", ", guarded));
		if (this.peers.stream().findAny().isEmpty()) {
			logger.info("Evictions are not sent to other instances, because there is no discovery client or "
					+ "because 'perf-starter.coherence.fan-out' is 'off': the entries of other instances live until their time-to-live");
		}
	}

	private static Collection<String> names(List<CacheManager> managers) {
		return managers.stream()
			.flatMap((manager) -> manager.getCacheNames().stream())
			.collect(Collectors.toCollection(TreeSet::new));
	}

	private static String property(String name) {
		return CoherenceProperties.PREFIX + ".caches." + name;
	}

	private static String type(CacheManager manager, String name) {
		Cache cache = manager.getCache(name);
		return (cache != null) ? cache.getClass().getName() : "nothing";
	}

}
