package io.perfstarter.coherence.autoconfigure;

import java.time.Duration;

import io.perfstarter.coherence.FanOutDemand;
import io.perfstarter.coherence.cache.CacheGuard;
import io.perfstarter.coherence.cache.CacheMeters;
import io.perfstarter.coherence.cache.GuardedCacheManager;
import io.perfstarter.coherence.cache.LocalCaches;
import io.perfstarter.coherence.protocol.Certificate;
import io.perfstarter.coherence.protocol.LocalCopies;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.interceptor.CacheAspectSupport;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the local caches.
 */
@AutoConfiguration(beforeName = "org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration")
@ConditionalOnBooleanProperty(name = "perf-starter.coherence.enabled", matchIfMissing = true)
@EnableConfigurationProperties(CoherenceProperties.class)
public final class CoherenceAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean(LocalCopies.class)
	LocalCaches localCaches(ObjectProvider<CacheManager> cacheManagers) {
		return new LocalCaches(() -> cacheManagers.orderedStream().toList());
	}

	/**
	 * The cache manager of ours, where the application has none of its own.
	 */
	@Configuration(proxyBeanMethods = false)
	@Conditional({ OnNamedCachesCondition.class, OnNoCacheTypeCondition.class })
	@ConditionalOnMissingBean(value = CacheManager.class, name = "cacheResolver")
	static class OwnCachesConfiguration {

		static final String CACHE_MANAGER = "cacheManager";

		@Bean(CACHE_MANAGER)
		GuardedCacheManager cacheManager(CoherenceProperties properties) {
			return new GuardedCacheManager(properties.cacheSettings(),
					new CacheGuard(new Certificate(Duration.ofSeconds(15), System::nanoTime), (loadedAt) -> loadedAt,
							System::nanoTime));
		}

		@Bean
		CacheMeters cacheMeters(GuardedCacheManager cacheManager) {
			return new CacheMeters(cacheManager, CACHE_MANAGER);
		}

		@Bean
		FanOutDemand managedCachesDemand() {
			return () -> true;
		}

		/**
		 * Enables caching where nobody has: who names caches wants {@code @Cacheable} to
		 * work.
		 */
		@Configuration(proxyBeanMethods = false)
		@ConditionalOnMissingBean(CacheAspectSupport.class)
		@EnableCaching
		static class EnableCachingConfiguration {

		}

	}

	/**
	 * Refuses settings for caches that are not ours.
	 */
	@Configuration(proxyBeanMethods = false)
	@Conditional(OnNamedCachesCondition.class)
	static class ForeignCachesConfiguration {

		@Bean
		ForeignCachesCheck foreignCachesCheck(CoherenceProperties properties, Environment environment,
				ObjectProvider<CacheManager> cacheManagers) {
			return new ForeignCachesCheck(properties, environment, cacheManagers);
		}

		@Bean
		static LazyInitializationExcludeFilter eagerForeignCachesCheck() {
			return LazyInitializationExcludeFilter.forBeanTypes(ForeignCachesCheck.class);
		}

	}

	/**
	 * Stops the start when a size, a time to live or a group is set for a cache that is
	 * not ours.
	 */
	static final class ForeignCachesCheck implements SmartInitializingSingleton {

		private final CoherenceProperties properties;

		private final Environment environment;

		private final ObjectProvider<CacheManager> cacheManagers;

		ForeignCachesCheck(CoherenceProperties properties, Environment environment,
				ObjectProvider<CacheManager> cacheManagers) {
			this.properties = properties;
			this.environment = environment;
			this.cacheManagers = cacheManagers;
		}

		@Override
		public void afterSingletonsInstantiated() {
			if (this.cacheManagers.stream().noneMatch(GuardedCacheManager.class::isInstance)) {
				this.properties.caches().forEach((name, cache) -> cache.checkForeign(name, owner()));
			}
		}

		private String owner() {
			String type = this.environment.getProperty(OnNoCacheTypeCondition.CACHE_TYPE);
			return (type != null) ? OnNoCacheTypeCondition.CACHE_TYPE + " is set to '" + type + "'"
					: "the application has a CacheManager of its own";
		}

	}

}
