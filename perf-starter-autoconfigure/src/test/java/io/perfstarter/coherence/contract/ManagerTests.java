package io.perfstarter.coherence.contract;

import io.perfstarter.coherence.autoconfigure.CoherenceAutoConfiguration;
import io.perfstarter.coherence.guard.LocalCaches;
import io.perfstarter.eviction.autoconfigure.EvictionAutoConfiguration;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for which cache manager has the caches that are named.
 */
class ManagerTests {

	private static final String TICKETS = "perf-starter.coherence.caches.tickets=";

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, CacheAutoConfiguration.class,
				CoherenceAutoConfiguration.class, EvictionAutoConfiguration.class))
		.withUserConfiguration(Caching.class);

	@Test
	void guardsAManagerThatIsNoDefaultCandidate() {
		this.runner
			.withInitializer((context) -> ((GenericApplicationContext) context).registerBean("others",
					CacheManager.class, () -> CacheKind.CAFFEINE.plain(true, "tickets"),
					(definition) -> ((AbstractBeanDefinition) definition).setDefaultCandidate(false)))
			.withBean("cacheManager", CacheManager.class, () -> CacheKind.CAFFEINE.plain(true, "users"))
			.withPropertyValues(TICKETS)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(context.getBean("others", CacheManager.class).getCacheNames()).containsExactly("tickets");
				assertThat(context.getBean(LocalCaches.class).isManaged("tickets")).isTrue();
			});
	}

	/**
	 * Enables caching.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class Caching {

	}

}
