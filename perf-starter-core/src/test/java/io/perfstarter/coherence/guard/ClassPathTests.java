package io.perfstarter.coherence.guard;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests what the caches of ours bring: JCache would change which cache manager Boot
 * chooses.
 */
class ClassPathTests {

	@Test
	void bringsNeitherJCacheNorAProviderOfIt() {
		ClassLoader classPath = ClassPathTests.class.getClassLoader();
		assertThat(classPath.getResource("org/ehcache/Cache.class")).isNotNull();
		assertThat(classPath.getResource("javax/cache/Caching.class")).isNull();
		assertThat(classPath.getResource("META-INF/services/javax.cache.spi.CachingProvider")).isNull();
	}

}
