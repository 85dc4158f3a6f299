package io.perfstarter.coherence.autoconfigure;

import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

import io.perfstarter.coherence.Peers;
import io.perfstarter.coherence.guard.CacheChanges;
import io.perfstarter.coherence.guard.GuardedCacheManager;
import io.perfstarter.settings.autoconfigure.CannotStartException;
import io.perfstarter.settings.autoconfigure.HelpPage;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;

/**
 * Fails the start if a configured cache cannot be guarded, and logs the names of the
 * guarded caches.
 */
record ManagedCachesCheck(CoherenceProperties properties, BootCaches bootCaches, ForeignCaches foreignCaches,
		ObjectProvider<CacheManager> cacheManagers, ObjectProvider<Peers> peers,
		ObjectProvider<CacheChanges> changes) implements SmartInitializingSingleton {

	private static final Log logger = LogFactory.getLog(ManagedCachesCheck.class);

	@Override
	public void afterSingletonsInstantiated() {
		this.properties.checkBound();
		this.properties.checkTables();
		List<CacheManager> managers = this.cacheManagers.orderedStream(ObjectProvider.UNFILTERED).toList();
		this.properties.caches().keySet().forEach((name) -> check(name, managers));
		this.foreignCaches.inspectAll();
		tell(managers);
	}

	private void check(String name, List<CacheManager> managers) {
		this.properties.group(name);
		List<CacheManager> having = having(name, managers);
		if (having.isEmpty()) {
			throw new CannotStartException(HelpPage.COHERENCE,
					"The property '%s' names a cache that no cache manager has (known caches: %s)."
						.formatted(property(name), names(managers)),
					"Correct the name, or add the cache to a CacheManager bean%s.".formatted(orOurs()));
		}
		for (CacheManager manager : having) {
			if (this.foreignCaches.isMissed(manager)) {
				String user = this.bootCaches.firstUserOf(manager);
				throw new CannotStartException(HelpPage.COHERENCE,
						"The property '%s' names a cache that cannot be guarded: its cache manager, a %s, was created before it could be guarded%s."
							.formatted(property(name), manager.getClass().getName(),
									(user != null) ? ", for the bean '%s'".formatted(user) : ""),
						("%sDefine the cache manager as a bean of this application context: not of a parent context, not by "
								+ "registerSingleton, not with the scope 'refresh'; and inject it into no BeanPostProcessor, "
								+ "BeanFactoryPostProcessor or interceptor. Or remove the name%s.")
							.formatted((user != null)
									? "Inject an ObjectProvider<CacheManager> into '%s' and use it at the first call. "
										.formatted(user)
									: "", orOurs()));
			}
			String obstacle = this.foreignCaches.obstacle(manager, name);
			if (obstacle != null) {
				throw new CannotStartException(HelpPage.COHERENCE,
						"The property '%s' names a cache that cannot be guarded, a %s: %s.".formatted(property(name),
								type(manager, name), obstacle),
						("Remove the name, or use a cache that holds its values by reference on the heap: a Caffeine cache, "
								+ "a ConcurrentMapCache, or a JCache of type Object stored by reference%s.")
							.formatted(orOurs()));
			}
		}
	}

	/**
	 * Describes how the application can let perf-starter create all caches.
	 */
	private String orOurs() {
		List<String> causes = this.bootCaches.causes();
		return ", or let perf-starter create all caches: " + (causes.isEmpty()
				? "define no CacheManager bean of your own" : "remove " + String.join(", ", causes));
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
		if (managers.stream().anyMatch(GuardedCacheManager.class::isInstance)) {
			tellIfBootIsReplaced();
		}
		else if (!this.properties.sizes().isEmpty()) {
			List<String> causes = this.bootCaches.causes();
			logger.warn(
					"Without effect: %s, because the cache manager of the application limits the sizes of its caches%s; remove 'max-entries' here"
						.formatted(String.join(", ", this.properties.sizes()),
								causes.isEmpty() ? "" : "; it is used because of " + String.join(", ", causes)));
		}
		if (this.peers.stream().findAny().isEmpty()) {
			logger.info("Evictions are not sent to other instances, because there is no discovery client and "
					+ "'perf-starter.coherence.peers' is empty, or because 'perf-starter.coherence.fan-out' is 'off': the entries of other instances live until their time-to-live");
		}
		else if (this.changes.stream().findAny().isEmpty()) {
			logger.warn(
					"Changes of guarded caches are not sent to other instances, because 'perf-starter.eviction.enabled' is 'false': entries there are stale until their time-to-live");
		}
	}

	private void tellIfBootIsReplaced() {
		if (!this.bootCaches.isReplaced()) {
			return;
		}
		List<String> servers = this.bootCaches.servers();
		logger.info("perf-starter creates these caches; caches with other names do not exist. " + (servers.isEmpty()
				? "To use the cache manager of Spring Boot, and have it guarded, set 'spring.cache.type'"
				: "The cache manager that Spring Boot would create for %s is not used; to keep it, remove the names under '%s.caches'"
					.formatted(String.join(", ", servers), CoherenceProperties.PREFIX)));
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
