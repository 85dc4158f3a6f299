package io.perfstarter.coherence.guard;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

import io.micrometer.core.instrument.binder.MeterBinder;
import org.ehcache.config.builders.CacheConfigurationBuilder;
import org.ehcache.config.builders.CacheManagerBuilder;
import org.ehcache.config.builders.ResourcePoolsBuilder;
import org.ehcache.core.internal.statistics.DefaultStatisticsService;
import org.ehcache.core.spi.service.StatisticsService;
import org.ehcache.core.spi.time.TimeSource;
import org.ehcache.core.spi.time.TimeSourceService;
import org.ehcache.core.statistics.CacheStatistics;
import org.ehcache.core.statistics.TierStatistics;
import org.ehcache.spi.service.Service;
import org.ehcache.spi.service.ServiceProvider;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;

/**
 * Manages a fixed set of local Ehcache caches in an Ehcache manager of its own.
 *
 * <p>
 * Uses Ehcache's native API: JCache on the class path would change which cache manager an
 * application gets. Thread-safe.
 */
public final class GuardedCacheManager implements CacheManager {

	private final StatisticsService statistics = new DefaultStatisticsService();

	private final org.ehcache.CacheManager ehcaches = CacheManagerBuilder.newCacheManagerBuilder()
		.using(this.statistics)
		.using(new AccessTime())
		.build(true);

	private final Map<String, GuardedCache> caches;

	/**
	 * Creates the caches.
	 * @param settings the settings of each cache by its name
	 * @param guard guards the caches
	 */
	public GuardedCacheManager(Map<String, CacheSettings> settings, CacheGuard guard) {
		Map<String, GuardedCache> created = new LinkedHashMap<>();
		settings.forEach((name, cache) -> created.put(name, create(name, cache, guard)));
		this.caches = Collections.unmodifiableMap(created);
	}

	private GuardedCache create(String name, CacheSettings settings, CacheGuard guard) {
		CacheConfigurationBuilder<Object, Object> configuration = CacheConfigurationBuilder
			.newCacheConfigurationBuilder(Object.class, Object.class, ResourcePoolsBuilder.heap(settings.maxEntries()));
		EhcacheCache store = new EhcacheCache(name, this.ehcaches.createCache(name, configuration));
		return new GuardedCache(store, settings.group(), settings.timeToLive(), guard);
	}

	@Override
	public @Nullable Cache getCache(String name) {
		return this.caches.get(name);
	}

	@Override
	public Collection<String> getCacheNames() {
		return this.caches.keySet();
	}

	/**
	 * Returns Micrometer's meters of all caches.
	 * @param name the name of this manager in the meters
	 * @return the meters
	 */
	public MeterBinder meters(String name) {
		return new CacheMeters(this, name);
	}

	/**
	 * Returns the statistics of each cache.
	 * @return the counts by the name of the cache, in the order of configuration
	 */
	public Map<String, CacheCounts> counts() {
		Map<String, CacheCounts> counts = new LinkedHashMap<>();
		this.caches.keySet().forEach((name) -> counts.put(name, counts(name)));
		return counts;
	}

	/**
	 * Returns the statistics of one cache.
	 * @param name the name of a cache of this manager
	 * @return the counts
	 */
	CacheCounts counts(String name) {
		GuardedCache cache = this.caches.get(name);
		if (cache == null) {
			throw new IllegalArgumentException("Unknown cache '" + name + "'; known caches: " + getCacheNames());
		}
		CacheStatistics statistics = this.statistics.getCacheStatistics(name);
		long size = statistics.getTierStatistics().values().stream().mapToLong(TierStatistics::getMappings).sum();
		long refused = cache.entries().refusedHits();
		return new CacheCounts(statistics.getCacheHits() - refused, statistics.getCacheMisses() + refused,
				statistics.getCachePuts(), statistics.getCacheEvictions(), size);
	}

	/**
	 * Provides approximate access times to Ehcache, which uses them only to select
	 * entries for replacement. Reads the clock at one access in 64, because the clock is
	 * as expensive as the access itself. Thread-safe.
	 */
	private static final class AccessTime implements TimeSourceService, TimeSource {

		private static final int USES = 64;

		private volatile long millis = System.currentTimeMillis();

		@Override
		public long getTimeMillis() {
			if ((ThreadLocalRandom.current().nextInt() & (USES - 1)) == 0) {
				this.millis = System.currentTimeMillis();
			}
			return this.millis;
		}

		@Override
		public TimeSource getTimeSource() {
			return this;
		}

		@Override
		public void start(ServiceProvider<Service> serviceProvider) {
			// Nothing to start.
		}

		@Override
		public void stop() {
			// Nothing to stop.
		}

	}

}
