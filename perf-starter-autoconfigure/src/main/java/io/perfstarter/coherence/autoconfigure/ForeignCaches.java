package io.perfstarter.coherence.autoconfigure;

import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

import io.perfstarter.coherence.commit.OpenTransaction;
import io.perfstarter.coherence.commit.TransactionAccount;
import io.perfstarter.coherence.guard.CacheGuard;
import io.perfstarter.coherence.guard.GuardedCacheManager;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopConfigException;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.interceptor.CacheEvictOperation;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.support.NoOpCache;
import org.springframework.cache.support.NoOpCacheManager;
import org.springframework.cache.support.SimpleCacheManager;
import org.springframework.cache.transaction.TransactionAwareCacheDecorator;
import org.springframework.util.ClassUtils;

/**
 * The guarded caches of the application's own cache managers.
 *
 * <p>
 * Thread-safe; holds each wrapped cache manager.
 */
final class ForeignCaches {

	private static final Log logger = LogFactory.getLog(ForeignCaches.class);

	private static final int REPORTED = 100;

	private final CoherenceProperties properties;

	private final Supplier<CacheGuard> guard;

	private final Supplier<TransactionAccount> account;

	private final List<ForeignCacheManager> managers = new CopyOnWriteArrayList<>();

	private final Set<String> reported = ConcurrentHashMap.newKeySet();

	ForeignCaches(CoherenceProperties properties, Supplier<CacheGuard> guard, Supplier<TransactionAccount> account) {
		this.properties = properties;
		this.guard = guard;
		this.account = account;
	}

	/**
	 * Wraps a cache manager if any of its caches may have to be guarded.
	 * @param beanName the name of its bean
	 * @param manager the cache manager
	 * @return a proxy that returns guarded caches, or the cache manager itself
	 */
	CacheManager takeOver(String beanName, CacheManager manager) {
		if (!concerns(manager)) {
			return manager;
		}
		ForeignCacheManager foreign = new ForeignCacheManager(beanName, manager, this);
		this.managers.add(foreign);
		return proxy(manager, foreign);
	}

	private boolean concerns(CacheManager manager) {
		if (manager instanceof GuardedCacheManager || manager instanceof NoOpCacheManager) {
			return false;
		}
		// Other cache managers may create caches on demand.
		return manager.getClass() != SimpleCacheManager.class
				|| manager.getCacheNames().stream().anyMatch(this::isManaged);
	}

	/**
	 * Creates a class-based proxy if possible, because the bean may be injected by its
	 * class.
	 */
	private static CacheManager proxy(CacheManager manager, ForeignCacheManager advice) {
		ProxyFactory factory = new ProxyFactory(manager);
		factory.addAdvice(advice);
		ClassLoader classLoader = manager.getClass().getClassLoader();
		if (isExtensible(ClassUtils.getUserClass(manager))) {
			factory.setProxyTargetClass(true);
			try {
				return (CacheManager) factory.getProxy(classLoader);
			}
			catch (AopConfigException ex) {
				logger.debug("No subclass of " + manager.getClass(), ex);
				factory.setProxyTargetClass(false);
			}
		}
		return (CacheManager) factory.getProxy(classLoader);
	}

	private static boolean isExtensible(Class<?> type) {
		// A final method would run on the proxy, whose fields are not initialized.
		return !Modifier.isFinal(type.getModifiers()) && Arrays.stream(type.getMethods())
			.noneMatch(
					(method) -> Modifier.isFinal(method.getModifiers()) && method.getDeclaringClass() != Object.class);
	}

	/**
	 * Returns the cache manager to evict from, which knows all caches that callers have
	 * received.
	 * @param manager a cache manager
	 * @return the {@link ForeignCacheManager} behind it, or the cache manager itself
	 */
	static CacheManager undeferred(CacheManager manager) {
		ForeignCacheManager foreign = behind(manager);
		return (foreign != null) ? foreign : manager;
	}

	private static @Nullable ForeignCacheManager behind(CacheManager manager) {
		return (manager instanceof Advised advised) ? Arrays.stream(advised.getAdvisors())
			.map(Advisor::getAdvice)
			.filter(ForeignCacheManager.class::isInstance)
			.map(ForeignCacheManager.class::cast)
			.findFirst()
			.orElse(null) : null;
	}

	/**
	 * Returns whether a cache manager was not wrapped, although its caches may have to be
	 * guarded.
	 */
	boolean isMissed(CacheManager manager) {
		return behind(manager) == null && concerns(manager);
	}

	/**
	 * Returns the reason for which a cache cannot be guarded.
	 * @param manager its cache manager
	 * @param name its name
	 * @return the obstacle, or {@code null} if there is none
	 */
	@Nullable String obstacle(CacheManager manager, String name) {
		ForeignCacheManager foreign = behind(manager);
		return (foreign != null) ? foreign.obstacle(name) : null;
	}

	/**
	 * Returns the store behind a guarded cache.
	 * @param guarded the cache
	 * @return the store, or {@code null} if it is not guarded by this class
	 */
	@Nullable Cache storeBehind(Cache guarded) {
		return this.managers.stream()
			.map((manager) -> manager.storeBehind(guarded))
			.filter(Objects::nonNull)
			.findFirst()
			.orElse(null);
	}

	/**
	 * Inspects all existing caches if {@code manage-all} is set.
	 */
	void inspectAll() {
		if (this.properties.manageAll()) {
			this.managers.forEach((manager) -> manager.getCacheNames().forEach(manager::getCache));
		}
	}

	/**
	 * Returns the names of the guarded caches.
	 * @return the names
	 */
	Collection<String> guardedNames() {
		return this.managers.stream().flatMap((manager) -> manager.guardedNames().stream()).toList();
	}

	boolean isManaged(String name) {
		return this.properties.isManaged(name);
	}

	/**
	 * Returns whether the cache is a guarded cache that another cache manager returned.
	 */
	boolean isGuarded(Cache cache) {
		return storeBehind(cache) != null;
	}

	Cache guard(String name, Cache store) {
		return this.guard.get().guard(store, this.properties.group(name), this.properties.timeToLive(name));
	}

	/**
	 * Logs a problem of a cache once.
	 */
	void report(String name, String beanName, Cache store, StoreFinding finding) {
		report(name, beanName, store, problem(name, finding));
	}

	/**
	 * Logs once that a manager has several caches with one name.
	 */
	void reportAnother(String name, String beanName, Cache store) {
		report(name, beanName, store,
				"is not the first with this name: it is empty when it is first used, and evictions apply to each; "
						+ "if the manager returns another one at each call, nothing is ever found");
	}

	private void report(String name, String beanName, Cache store, @Nullable String problem) {
		if (problem != null && isFirst(beanName + '/' + name + ' ' + problem)) {
			logger
				.warn("The cache '%s' of '%s' (%s) %s".formatted(name, beanName, store.getClass().getName(), problem));
		}
	}

	/**
	 * Logs once that a method uses an unguarded cache with a managed name. Also logs once
	 * that an eviction from an unguarded cache comes too late, and is lost.
	 */
	void reportUnguarded(Cache cache, @Nullable CacheOperation operation) {
		String name = cache.getName();
		if (operation instanceof CacheEvictOperation eviction && !eviction.isBeforeInvocation() && isTooLate(cache)
				&& isFirst(name + " evicts too late")) {
			logger
				.warn(("An eviction from the cache '%s' after a commit is lost: its transaction-aware cache manager defers it "
						+ "to that past commit. Use TicketCacheEvictor, set beforeInvocation = true, or let the starter manage this cache")
					.formatted(name));
		}
		if (isManaged(name) && !(cache instanceof NoOpCache) && !this.reported.contains(name)
				&& this.managers.stream().noneMatch((manager) -> manager.hasHandedOut(cache)) && isFirst(name)) {
			logger
				.warn(("A cached method uses a cache '%s' (%s) that is not guarded, so its staleness is not bounded: its cache "
						+ "manager is no bean of this application context, or was created too early; use the cache of such a bean")
					.formatted(name, cache.getClass().getName()));
		}
	}

	private boolean isFirst(String finding) {
		return this.reported.size() < REPORTED && this.reported.add(finding);
	}

	/**
	 * Returns whether a cache defers changes to the commit of a transaction that is over.
	 */
	private boolean isTooLate(Cache cache) {
		return cache instanceof TransactionAwareCacheDecorator
				&& this.account.get().openTransactions().stream().limit(1).anyMatch(OpenTransaction::isCommitted);
	}

	private @Nullable String problem(String name, StoreFinding finding) {
		if (finding.obstacle() != null) {
			return "is not guarded, so its staleness is not bounded: " + finding.obstacle();
		}
		return (finding.remark() != null && this.properties.timeToLive(name) == null)
				? "is guarded, but %s; set '%s.caches.%s.time-to-live'".formatted(finding.remark(),
						CoherenceProperties.PREFIX, name)
				: null;
	}

}
