package io.perfstarter.coherence.guard;

import java.time.Duration;

import com.github.benmanes.caffeine.cache.Caffeine;
import org.ehcache.CacheManager;
import org.ehcache.config.builders.CacheConfigurationBuilder;
import org.ehcache.config.builders.CacheManagerBuilder;
import org.ehcache.config.builders.ExpiryPolicyBuilder;
import org.ehcache.config.builders.ResourcePoolsBuilder;

import org.springframework.cache.Cache;
import org.springframework.cache.caffeine.CaffeineCache;
import org.springframework.cache.concurrent.ConcurrentMapCache;

/**
 * Stores of each kind that can be guarded.
 */
final class TestStores implements AutoCloseable {

	private final CacheManager ehcaches = CacheManagerBuilder.newCacheManagerBuilder().build(true);

	Cache create(String kind, String name) {
		return switch (kind) {
			case "ehcache" -> new EhcacheCache(name, this.ehcaches.createCache(name,
					CacheConfigurationBuilder
						.newCacheConfigurationBuilder(Object.class, Object.class, ResourcePoolsBuilder.heap(100_000))
						.withExpiry(ExpiryPolicyBuilder.timeToLiveExpiration(Duration.ofHours(1)))));
			case "caffeine" -> new CaffeineCache(name, Caffeine.newBuilder().maximumSize(100_000).build());
			case "map" -> new ConcurrentMapCache(name);
			default -> throw new IllegalArgumentException(kind);
		};
	}

	@Override
	public void close() {
		this.ehcaches.close();
	}

}
