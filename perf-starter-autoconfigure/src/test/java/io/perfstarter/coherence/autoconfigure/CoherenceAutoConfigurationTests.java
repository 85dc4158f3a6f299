package io.perfstarter.coherence.autoconfigure;

import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import com.github.benmanes.caffeine.cache.Caffeine;
import io.micrometer.core.instrument.MeterRegistry;
import io.perfstarter.coherence.guard.GuardedCacheManager;
import io.perfstarter.eviction.autoconfigure.EvictionAutoConfiguration;
import io.perfstarter.reporting.autoconfigure.ReportingAutoConfiguration;
import io.perfstarter.settings.autoconfigure.CannotStartException;
import org.ehcache.config.units.EntryUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration;
import org.springframework.boot.cache.autoconfigure.metrics.CacheMetricsAutoConfiguration;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.caffeine.CaffeineCacheManager;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.cache.interceptor.CacheAspectSupport;
import org.springframework.core.io.ClassPathResource;
import org.springframework.data.redis.cache.RedisCacheManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link CoherenceAutoConfiguration}: which caches are ours, and that an
 * application with caches of its own keeps them.
 */
class CoherenceAutoConfigurationTests {

	private static final String TICKETS = "perf-starter.coherence.caches.tickets.time-to-live=10m";

	private static final ClassPathResource JCACHE = new ClassPathResource(
			"META-INF/services/javax.cache.spi.CachingProvider");

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withClassLoader(new FilteredClassLoader(JCACHE))
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, CacheAutoConfiguration.class,
				CoherenceAutoConfiguration.class, EvictionAutoConfiguration.class, ReportingAutoConfiguration.class));

	private final ApplicationContextRunner cachingRunner = this.contextRunner
		.withUserConfiguration(CacheManagerChoiceTests.Caching.class);

	@Test
	void makesNamedCaches() {
		this.contextRunner
			.withPropertyValues(TICKETS, "perf-starter.coherence.caches.tickets.max-entries=42",
					"perf-starter.coherence.caches.ticket-search.time-to-live=5s")
			.run((context) -> {
				CacheManager cacheManager = context.getBean(CacheManager.class);
				assertThat(cacheManager).isInstanceOf(GuardedCacheManager.class);
				assertThat(cacheManager.getCacheNames()).containsExactlyInAnyOrder("tickets", "ticket-search");
				assertThat(maxEntries(cacheManager, "tickets")).isEqualTo(42);
				assertThat(maxEntries(cacheManager, "ticket-search")).isEqualTo(10_000);
				assertThat(cacheManager.getCache("unknown")).isNull();
			});
	}

	@Test
	void enablesCachingWhenNobodyHas() {
		this.contextRunner.withPropertyValues(TICKETS).withBean(Loader.class).run((context) -> {
			assertThat(context).hasSingleBean(CacheAspectSupport.class);
			assertLoadsOnce(context.getBean(Loader.class));
		});
	}

	@Test
	void leavesTheUsersCachingAlone() {
		this.cachingRunner.withPropertyValues(TICKETS).withBean(Loader.class).run((context) -> {
			assertThat(context).hasSingleBean(CacheAspectSupport.class).hasSingleBean(GuardedCacheManager.class);
			assertLoadsOnce(context.getBean(Loader.class));
		});
	}

	@Test
	void bindsCacheMetersOnce() {
		this.contextRunner
			.withConfiguration(
					AutoConfigurations.of(MetricsAutoConfiguration.class, CompositeMeterRegistryAutoConfiguration.class,
							SimpleMetricsExportAutoConfiguration.class, CacheMetricsAutoConfiguration.class))
			.withPropertyValues(TICKETS)
			.withBean(Loader.class)
			.run((context) -> {
				assertLoadsOnce(context.getBean(Loader.class));
				assertThat(context.getBean(MeterRegistry.class)
					.get("cache.gets")
					.tags("cache", "tickets", "name", "tickets", "cache.manager", "cacheManager", "result", "hit")
					.functionCounter()
					.count()).isEqualTo(1);
			});
	}

	@Test
	void eachContextOwnsItsCaches() {
		this.contextRunner.withPropertyValues(TICKETS).run((first) -> {
			ForeignCachesTests.cache(first, "tickets").put(1L, "first");
			this.contextRunner.withPropertyValues(TICKETS)
				.run((second) -> assertThat(ForeignCachesTests.cache(second, "tickets").get(1L)).isNull());
			assertThat(ForeignCachesTests.cache(first, "tickets").get(1L)).isNotNull();
		});
	}

	@Test
	void doesNothingWhenNoCacheIsNamed() {
		this.contextRunner.run((context) -> assertThat(context).hasNotFailed()
			.doesNotHaveBean(CacheManager.class)
			.doesNotHaveBean(CacheAspectSupport.class)
			.doesNotHaveBean("perfStarterCacheMeters"));
	}

	@Test
	void simpleCacheOfTheUserStays() {
		this.cachingRunner
			.withClassLoader(new FilteredClassLoader(
					List.of(Caffeine.class.getName(), RedisCacheManager.class.getName(), JCACHE.getPath())::contains))
			.run((context) -> assertThat(context).getBean(CacheManager.class)
				.isExactlyInstanceOf(ConcurrentMapCacheManager.class));
	}

	@Test
	void caffeineOfTheUserStays() {
		this.cachingRunner.run((context) -> assertThat(context).getBean(CacheManager.class)
			.isExactlyInstanceOf(CaffeineCacheManager.class));
	}

	@Test
	void redisOfTheUserStays() {
		this.cachingRunner.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class))
			.run((context) -> assertThat(context).getBean(CacheManager.class)
				.isExactlyInstanceOf(RedisCacheManager.class));
	}

	@Test
	void bringsNoProviderOfJCache() throws IOException {
		ClassLoader classPath = CoherenceAutoConfigurationTests.class.getClassLoader();
		assertThat(Collections.list(classPath.getResources(JCACHE.getPath()))).singleElement()
			.asString()
			.as("that of these tests")
			.contains("caffeine/jcache");
		assertThat(classPath.getResource("META-INF/services/org.ehcache.core.spi.service.ServiceFactory")).isNotNull();
	}

	@Test
	void backsOffFromTheUsersCacheManager() {
		this.contextRunner.withBean("mine", CacheManager.class, ConcurrentMapCacheManager::new)
			.withPropertyValues("perf-starter.coherence.caches.tickets.time-to-live=")
			.run((context) -> assertThat(context).hasNotFailed()
				.getBean(CacheManager.class)
				.isInstanceOf(ConcurrentMapCacheManager.class));
	}

	@Test
	void textInPlaceOfSettingsStopsTheStart() {
		this.contextRunner.withPropertyValues("perf-starter.coherence.caches.tickets=10m")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("settings of a cache have names, such as 'time-to-live: 10m'"));
	}

	@ParameterizedTest
	@CsvSource({ "time-to-live, 0s, greater than zero", "time-to-live, -1s, greater than zero",
			"max-entries, 0, greater than zero", "group, #key., cannot be used",
			"group, #foo.lot, the expression refers to '#foo'" })
	void wrongSettingStopsTheStart(String setting, String value, String reason) {
		this.contextRunner.withPropertyValues(TICKETS, "perf-starter.coherence.caches.tickets." + setting + "=" + value)
			.run((context) -> {
				assertThat(context).hasFailed();
				assertThat(context.getStartupFailure()).rootCause()
					.isInstanceOfSatisfying(InvalidConfigurationPropertyValueException.class, (failure) -> {
						assertThat(failure.getName()).isEqualTo("perf-starter.coherence.caches.tickets." + setting);
						assertThat(failure.getReason()).contains(reason);
					});
			});
	}

	@Test
	void missingTimeToLiveStopsTheStart() {
		this.contextRunner.withPropertyValues("perf-starter.coherence.caches.tickets.max-entries=10")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(CannotStartException.class)
				.hasMessageContaining("'perf-starter.coherence.caches.tickets.time-to-live' is not set"));
	}

	@Test
	void startsWithoutBootsCacheModule() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, CoherenceAutoConfiguration.class,
					EvictionAutoConfiguration.class, ReportingAutoConfiguration.class))
			.withPropertyValues(TICKETS)
			.withBean(Loader.class)
			.run((context) -> assertLoadsOnce(context.getBean(Loader.class)));
	}

	private static void assertLoadsOnce(Loader loader) {
		assertThat(loader.load(1L)).isEqualTo("1");
		assertThat(loader.load(1L)).isEqualTo("1");
		assertThat(loader.loads()).isEqualTo(1);
	}

	@SuppressWarnings("unchecked")
	private static long maxEntries(CacheManager cacheManager, String name) {
		Cache cache = cacheManager.getCache(name);
		org.ehcache.Cache<Object, Object> ehcache = (org.ehcache.Cache<Object, Object>) cache.getNativeCache();
		assertThat(ehcache.getRuntimeConfiguration().getExpiryPolicy().getExpiryForCreation(1, 1))
			.isGreaterThanOrEqualTo(Duration.ofSeconds(5));
		assertThat(ehcache.getRuntimeConfiguration()
			.getResourcePools()
			.getPoolForResource(org.ehcache.config.ResourceType.Core.HEAP)
			.getUnit()).isEqualTo(EntryUnit.ENTRIES);
		return ehcache.getRuntimeConfiguration()
			.getResourcePools()
			.getPoolForResource(org.ehcache.config.ResourceType.Core.HEAP)
			.getSize();
	}

	public static class Loader {

		private final AtomicInteger loads = new AtomicInteger();

		@Cacheable("tickets")
		public String load(Long id) {
			this.loads.incrementAndGet();
			return id.toString();
		}

		public int loads() {
			return this.loads.get();
		}

	}

}
