package io.perfstarter.coherence.autoconfigure;

import java.io.Serializable;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import javax.cache.configuration.MutableConfiguration;

import com.github.benmanes.caffeine.cache.CacheLoader;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.CaffeineSpec;
import com.github.benmanes.caffeine.jcache.CacheProxy;
import io.perfstarter.coherence.guard.GuardedCacheManager;
import io.perfstarter.coherence.guard.LocalCaches;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.settings.autoconfigure.CannotStartException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration;
import org.springframework.boot.cache.autoconfigure.CacheManagerCustomizer;
import org.springframework.boot.cache.autoconfigure.JCacheManagerCustomizer;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.caffeine.CaffeineCacheManager;
import org.springframework.cache.concurrent.ConcurrentMapCache;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.cache.interceptor.SimpleCacheResolver;
import org.springframework.cache.jcache.JCacheCacheManager;
import org.springframework.cache.support.NoOpCacheManager;
import org.springframework.cache.support.SimpleCacheManager;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the choice of the cache manager, with the conditions of Spring Boot: a row of
 * the table in the documentation per test.
 */
@ExtendWith(OutputCaptureExtension.class)
class CacheManagerChoiceTests {

	private static final String NAMED = "perf-starter.coherence.caches.tickets=";

	private static final String WITH_TIME = "perf-starter.coherence.caches.tickets.time-to-live=10m";

	private static final String SPEC = "spring.cache.caffeine.spec=maximumSize=100,expireAfterWrite=10m";

	private static final String NO_EXPIRY = "it has no expiry";

	private static final String OURS = "perf-starter creates these caches; caches with other names do not exist. ";

	private final ApplicationContextRunner jcacheRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, CacheAutoConfiguration.class,
				CoherenceAutoConfiguration.class));

	private final ApplicationContextRunner contextRunner = this.jcacheRunner.withClassLoader(
			new FilteredClassLoader(new ClassPathResource("META-INF/services/javax.cache.spi.CachingProvider")));

	private final ApplicationContextRunner cachingRunner = this.contextRunner.withUserConfiguration(Caching.class);

	@Test
	void librariesAloneLeaveTheCachesToUs(CapturedOutput output) {
		this.cachingRunner.withPropertyValues(WITH_TIME).run((context) -> {
			assertThat(context.getBean(CacheManager.class)).isInstanceOf(GuardedCacheManager.class);
			assertThat(output).containsOnlyOnce(OURS + "To use the cache manager of Spring Boot, and have it guarded");
		});
	}

	@Test
	void nothingIsReplacedWhereNobodyHasEnabledCaching(CapturedOutput output) {
		this.contextRunner.withPropertyValues(WITH_TIME).run((context) -> {
			assertThat(context.getBean(CacheManager.class)).isInstanceOf(GuardedCacheManager.class);
			assertThat(output).contains("Guarded caches: tickets").doesNotContain(OURS);
		});
	}

	@Test
	void aCacheLoaderIsNotGuardedAndNamed() {
		this.cachingRunner.withPropertyValues(NAMED)
			.withBean("loader", CacheLoader.class, () -> (key) -> "loaded")
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOfSatisfying(CannotStartException.class,
						(failure) -> assertThat(failure.getAction()).contains("remove the bean 'loader'")));
	}

	@Test
	void aManagerOfTheApplicationIsNotTakenForThatOfBoot() {
		this.cachingRunner.withPropertyValues(NAMED, SPEC)
			.withBean("cacheManager", CacheManager.class, () -> new ConcurrentMapCacheManager("users"))
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOfSatisfying(CannotStartException.class, (failure) -> {
					assertThat(failure).hasMessageContaining("'perf-starter.coherence.caches.tickets'")
						.hasMessageContaining("(known caches: [users])");
					assertThat(failure.getAction()).contains("define no CacheManager bean of your own")
						.doesNotContain("caffeine");
				}));
	}

	@Test
	void aProviderOfJCacheAloneLeavesTheCachesToUs() {
		this.jcacheRunner.withUserConfiguration(Caching.class)
			.withPropertyValues(WITH_TIME)
			.run((context) -> assertThat(context.getBean(CacheManager.class)).isInstanceOf(GuardedCacheManager.class));
	}

	@Test
	void aConnectionToRedisLeavesTheCachesToUsAndIsNamed(CapturedOutput output) {
		this.cachingRunner.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class))
			.withPropertyValues(WITH_TIME)
			.run((context) -> {
				assertThat(context.getBean(CacheManager.class)).isInstanceOf(GuardedCacheManager.class);
				assertThat(output).containsOnlyOnce(OURS).contains("for the bean 'redisConnectionFactory' is not used");
			});
	}

	@ParameterizedTest
	@ValueSource(strings = { SPEC, "spring.cache.type=caffeine", "spring.cache.cache-names=tickets,users",
			"spring.cache.cache-names[0]=tickets" })
	void aPropertyOfBootKeepsItsCaffeine(String property, CapturedOutput output) {
		this.cachingRunner.withPropertyValues(NAMED, property).run((context) -> {
			assertThat(context.getBean(CacheManager.class)).isInstanceOf(CaffeineCacheManager.class);
			assertIsGuarded(context.getBean(CacheManager.class), context);
			assertThat(output).contains("Guarded caches: tickets", "Evictions are not sent to other instances")
				.doesNotContain(OURS);
		});
	}

	@Test
	void theSpecificationStaysInEffect(CapturedOutput output) {
		this.cachingRunner.withPropertyValues(NAMED, SPEC).run((context) -> {
			Cache tickets = ForeignCachesTests.cache(context, "tickets");
			com.github.benmanes.caffeine.cache.Cache<?, ?> caffeine = (com.github.benmanes.caffeine.cache.Cache<?, ?>) tickets
				.getNativeCache();
			assertThat(caffeine.policy().eviction().orElseThrow().getMaximum()).isEqualTo(100);
			assertThat(caffeine.policy().expireAfterWrite()).isPresent();
			assertThat(output).doesNotContain(NO_EXPIRY);
		});
	}

	@Test
	void cachesOfCaffeineThatAreNotNamedStayAsTheyAre() {
		this.cachingRunner.withPropertyValues(NAMED, SPEC).run((context) -> {
			assertThat(context.getBean(CacheManager.class).getCache("users"))
				.isExactlyInstanceOf(org.springframework.cache.caffeine.CaffeineCache.class);
			assertThat(context.getBean(LocalCaches.class).isManaged("users")).isFalse();
		});
	}

	@Test
	void cachingIsEnabledForTheManagerOfBoot() {
		this.contextRunner.withPropertyValues(NAMED, SPEC).withBean(Tickets.class).run((context) -> {
			Tickets tickets = context.getBean(Tickets.class);
			assertThat(tickets.find(1)).isEqualTo(tickets.find(1));
			assertThat(tickets.loads()).isEqualTo(1);
			assertIsGuarded(context.getBean(CacheManager.class), context);
		});
	}

	@Test
	void aBlankPropertyIsNone() {
		this.cachingRunner.withPropertyValues(WITH_TIME, "spring.cache.caffeine.spec=")
			.run((context) -> assertThat(context.getBean(CacheManager.class)).isInstanceOf(GuardedCacheManager.class));
	}

	@Test
	void aBeanOfCaffeineKeepsIt(CapturedOutput output) {
		this.cachingRunner.withPropertyValues(NAMED)
			.withBean(Caffeine.class, () -> Caffeine.newBuilder().maximumSize(100))
			.run(CacheManagerChoiceTests::assertCaffeineIsGuarded);
		this.cachingRunner.withPropertyValues(NAMED)
			.withBean(CaffeineSpec.class, () -> CaffeineSpec.parse("maximumSize=100"))
			.run(CacheManagerChoiceTests::assertCaffeineIsGuarded);
		this.cachingRunner.withPropertyValues(NAMED)
			.withUserConfiguration(Customized.class)
			.run(CacheManagerChoiceTests::assertCaffeineIsGuarded);
		assertThat(output).contains(NO_EXPIRY);
	}

	@Test
	void aBeanOfTypeCacheKeepsTheManagerOfBoot() {
		this.cachingRunner.withPropertyValues(NAMED)
			.withBean(Cache.class, () -> new ConcurrentMapCache("tickets"))
			.run((context) -> {
				assertThat(context.getBean(CacheManager.class)).isInstanceOf(SimpleCacheManager.class);
				assertIsGuarded(context.getBean(CacheManager.class), context);
			});
	}

	@Test
	void theMapOfBootIsGuarded(CapturedOutput output) {
		this.cachingRunner.withPropertyValues(NAMED, "spring.cache.type=simple").run((context) -> {
			assertThat(context.getBean(CacheManager.class)).isInstanceOf(ConcurrentMapCacheManager.class);
			assertIsGuarded(context.getBean(CacheManager.class), context);
			assertThat(output).containsOnlyOnce("The cache 'tickets' of 'cacheManager' "
					+ "(org.springframework.cache.concurrent.ConcurrentMapCache) is guarded, but " + NO_EXPIRY);
		});
	}

	@Test
	void noCachesOfBootAreNone() {
		this.cachingRunner
			.withPropertyValues(WITH_TIME, "perf-starter.coherence.caches.tickets.max-entries=9",
					"spring.cache.type=none")
			.run((context) -> assertThat(context.getBean(CacheManager.class)).isInstanceOf(NoOpCacheManager.class));
	}

	@Test
	void petclinicKeepsItsCachesAndTheirCopies(CapturedOutput output) {
		this.jcacheRunner.withUserConfiguration(CacheConfiguration.class)
			.withBean(VetRepository.class)
			.withPropertyValues("perf-starter.coherence.caches.vets=")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(context.getBean(CacheManager.class)).isInstanceOf(JCacheCacheManager.class);
				assertThat(output).contains("Guarded caches: vets").doesNotContain(OURS);
				Cache cache = ForeignCachesTests.cache(context, "vets");
				assertThat(cache.getNativeCache()).isExactlyInstanceOf(CacheProxy.class);
				VetRepository repository = context.getBean(VetRepository.class);
				List<Vet> vets = repository.findAll();
				assertThat(repository.findAll()).isEqualTo(vets).isNotSameAs(vets);
				assertThat(repository.loads()).isEqualTo(1);
				context.getBean(LocalCaches.class).evict(List.of(Event.all("vets")));
				assertThat(repository.findAll()).isEqualTo(vets);
				assertThat(repository.loads()).isEqualTo(2);
			});
	}

	@Test
	void jcacheByReferenceIsGuarded() {
		this.jcacheRunner.withUserConfiguration(Caching.class)
			.withBean(JCacheManagerCustomizer.class,
					() -> (manager) -> manager.createCache("tickets",
							new MutableConfiguration<>().setStoreByValue(false)))
			.withPropertyValues(NAMED)
			.run((context) -> {
				assertThat(context.getBean(CacheManager.class)).isInstanceOf(JCacheCacheManager.class);
				assertIsGuarded(context.getBean(CacheManager.class), context);
			});
	}

	@Test
	void twoManagersAreGuardedInPlace() {
		this.cachingRunner.withPropertyValues(NAMED)
			.withBean("first", CacheManager.class, CaffeineCacheManager::new,
					(definition) -> definition.setPrimary(true))
			.withBean("second", CacheManager.class, ConcurrentMapCacheManager::new)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertIsGuarded(context.getBean("first", CacheManager.class), context);
				assertIsGuarded(context.getBean("second", CacheManager.class), context);
			});
	}

	@Test
	void aTimeToLiveHoldsInTheCacheOfAnotherManagerToo(CapturedOutput output) {
		this.cachingRunner
			.withPropertyValues("spring.cache.type=simple", "perf-starter.coherence.caches.tickets.time-to-live=20ms")
			.run((context) -> {
				Cache tickets = ForeignCachesTests.cache(context, "tickets");
				tickets.put(1, "one");
				Awaitility.await().untilAsserted(() -> assertThat(tickets.get(1)).isNull());
				assertThat(output).doesNotContain(NO_EXPIRY);
			});
	}

	@Test
	void aSizeForTheCacheOfAnotherManagerIsReported(CapturedOutput output) {
		this.cachingRunner.withPropertyValues(WITH_TIME, "perf-starter.coherence.caches.tickets.max-entries=9", SPEC)
			.run((context) -> {
				assertCaffeineIsGuarded(context);
				assertThat(output)
					.containsOnlyOnce("Without effect: perf-starter.coherence.caches.tickets.max-entries, ")
					.contains("it is used because of the property 'spring.cache.caffeine.spec'");
			});
	}

	@Test
	void redisThatIsConfiguredIsNotReplaced() {
		this.cachingRunner.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class))
			.withPropertyValues(WITH_TIME, "spring.cache.redis.time-to-live=1h")
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOfSatisfying(CannotStartException.class, (failure) -> {
					assertThat(failure).hasMessageContaining("'perf-starter.coherence.caches.tickets'")
						.hasMessageContaining("org.springframework.data.redis.cache.RedisCache")
						.hasMessageContaining("not known to hold its values by reference");
					assertThat(failure.getAction()).startsWith("Remove the name")
						.contains(
								"let perf-starter create all caches: remove the property 'spring.cache.redis.time-to-live'");
				}));
	}

	@Test
	void propertiesWithoutTheModuleOfBootHaveNoEffect() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, CoherenceAutoConfiguration.class))
			.withClassLoader(new FilteredClassLoader(CacheAutoConfiguration.class))
			.withPropertyValues(WITH_TIME, SPEC)
			.run((context) -> assertThat(context.getBean(CacheManager.class)).isInstanceOf(GuardedCacheManager.class));
	}

	@Test
	void namesWithoutAnyManagerStopTheStart() {
		this.contextRunner.withPropertyValues(NAMED)
			.withBean("cacheResolver", SimpleCacheResolver.class,
					() -> new SimpleCacheResolver(new ConcurrentMapCacheManager()))
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(CannotStartException.class)
				.hasMessageContaining("names a cache that no cache manager has"));
	}

	private static void assertCaffeineIsGuarded(ApplicationContext context) {
		assertThat(context.getBean(CacheManager.class)).isInstanceOf(CaffeineCacheManager.class);
		assertIsGuarded(context.getBean(CacheManager.class), context);
	}

	private static void assertIsGuarded(CacheManager manager, ApplicationContext context) {
		ForeignCachesTests.assertIsGuarded(context, manager, "tickets");
	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class Caching {

	}

	@Configuration(proxyBeanMethods = false)
	static class Customized {

		@Bean
		CacheManagerCustomizer<CaffeineCacheManager> nulls() {
			return (manager) -> manager.setAllowNullValues(false);
		}

	}

	/**
	 * What Spring Petclinic configures: copies by value are the default of JCache.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class CacheConfiguration {

		@Bean
		JCacheManagerCustomizer petclinicCacheConfigurationCustomizer() {
			return (manager) -> manager.createCache("vets", new MutableConfiguration<>().setStatisticsEnabled(true));
		}

	}

	static class VetRepository {

		private final AtomicInteger loads = new AtomicInteger();

		@Cacheable("vets")
		public List<Vet> findAll() {
			this.loads.incrementAndGet();
			return List.of(new Vet("James", "Carter"));
		}

		public int loads() {
			return this.loads.get();
		}

	}

	record Vet(String firstName, String lastName) implements Serializable {

	}

	public static class Tickets {

		private final AtomicInteger loads = new AtomicInteger();

		@Cacheable("tickets")
		public String find(int id) {
			this.loads.incrementAndGet();
			return "ticket " + id;
		}

		public int loads() {
			return this.loads.get();
		}

	}

}
