package io.perfstarter.coherence.guard;

import java.time.Duration;

import com.github.benmanes.caffeine.cache.Caffeine;
import org.ehcache.CacheManager;
import org.ehcache.config.builders.CacheConfigurationBuilder;
import org.ehcache.config.builders.CacheManagerBuilder;
import org.ehcache.config.builders.ExpiryPolicyBuilder;
import org.ehcache.config.builders.ResourcePoolsBuilder;
import org.ehcache.core.internal.statistics.DefaultStatisticsService;

import org.springframework.cache.Cache;
import org.springframework.cache.caffeine.CaffeineCache;
import org.springframework.cache.concurrent.ConcurrentMapCache;

/**
 * Caches without a guard.
 */
public final class PlainCaches implements AutoCloseable {

	public static final Duration TIME_TO_LIVE = Duration.ofHours(1);

	private final CacheManager ehcaches = CacheManagerBuilder.newCacheManagerBuilder()
		.using(new DefaultStatisticsService())
		.build(true);

	public Cache create(String store, String name) {
		return switch (store) {
			case "ehcache" -> new EhcacheCache(name, this.ehcaches.createCache(name,
					CacheConfigurationBuilder
						.newCacheConfigurationBuilder(Object.class, Object.class, ResourcePoolsBuilder.heap(10_000))
						.withExpiry(ExpiryPolicyBuilder.timeToLiveExpiration(TIME_TO_LIVE))));
			case "caffeine" -> new CaffeineCache(name,
					Caffeine.newBuilder().maximumSize(10_000).expireAfterWrite(TIME_TO_LIVE).build());
			case "map" -> new ConcurrentMapCache(name);
			default -> throw new IllegalArgumentException(store);
		};
	}

	@Override
	public void close() {
		this.ehcaches.close();
	}

}
