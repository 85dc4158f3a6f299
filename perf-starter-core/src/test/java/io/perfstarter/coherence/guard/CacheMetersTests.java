package io.perfstarter.coherence.guard;

import java.time.Duration;
import java.util.Map;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.cache.Cache;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link CacheMeters}.
 */
class CacheMetersTests {

	@Test
	void bindsTheStandardCacheMeters() {
		SimpleMeterRegistry registry = new SimpleMeterRegistry();
		GuardedCacheManager cacheManager = new GuardedCacheManager(
				Map.of("tickets", new CacheSettings(10, Duration.ofMinutes(1), null)), TestGuard.alone());
		new CacheMeters(cacheManager, "cacheManager").bindTo(registry);
		Cache cache = cacheManager.getCache("tickets");
		cache.get("key");
		cache.put("key", "value");
		cache.get("key");
		cache.get("key");
		assertThat(gets(registry, "hit")).isEqualTo(2);
		assertThat(gets(registry, "miss")).isEqualTo(1);
		assertThat(registry.get("cache.puts").tag("cache", "tickets").functionCounter().count()).isEqualTo(1);
		assertThat(registry.get("cache.size").tag("name", "tickets").gauge().value()).isEqualTo(1);
		assertThat(registry.get("cache.evictions").tag("cache.manager", "cacheManager").functionCounter().count())
			.isZero();
	}

	private static double gets(SimpleMeterRegistry registry, String result) {
		return registry.get("cache.gets").tag("cache", "tickets").tag("result", result).functionCounter().count();
	}

}
