package io.perfstarter.coherence.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;

import javax.cache.configuration.Configuration;
import javax.cache.configuration.MutableCacheEntryListenerConfiguration;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.configuration.OptionalFeature;
import javax.cache.event.CacheEntryListener;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import io.micrometer.core.instrument.MeterRegistry;
import io.perfstarter.coherence.FanOutDemand;
import io.perfstarter.coherence.commit.TransactionAccount;
import io.perfstarter.coherence.guard.LocalCaches;
import io.perfstarter.coherence.guard.PutGate;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.PendingCommits;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.settings.autoconfigure.CannotStartException;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.invocation.InvocationOnMock;

import org.springframework.aop.Advisor;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.NameMatchMethodPointcut;
import org.springframework.aop.support.NameMatchMethodPointcutAdvisor;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration;
import org.springframework.boot.cache.autoconfigure.metrics.CacheMetricsAutoConfiguration;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizationAutoConfiguration;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.caffeine.CaffeineCache;
import org.springframework.cache.caffeine.CaffeineCacheManager;
import org.springframework.cache.concurrent.ConcurrentMapCache;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.cache.jcache.JCacheCache;
import org.springframework.cache.support.AbstractCacheManager;
import org.springframework.cache.support.CompositeCacheManager;
import org.springframework.cache.support.NoOpCacheManager;
import org.springframework.cache.support.SimpleCacheManager;
import org.springframework.cache.transaction.TransactionAwareCacheDecorator;
import org.springframework.cache.transaction.TransactionAwareCacheManagerProxy;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.willAnswer;
import static org.mockito.Mockito.RETURNS_DEEP_STUBS;
import static org.mockito.Mockito.mock;

/**
 * Tests for the guard of caches that the application's own cache managers hold.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag(Tier.CI)
class ForeignCachesTests {

	private static final String TICKETS = "perf-starter.coherence.caches.tickets=";

	private static final String GROUP = "perf-starter.coherence.caches.tickets.group=#key.substring(0, 1)";

	private static final String ALL = "perf-starter.coherence.manage-all=true";

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, DataSourceAutoConfiguration.class,
				TransactionManagerCustomizationAutoConfiguration.class,
				DataSourceTransactionManagerAutoConfiguration.class, TransactionAutoConfiguration.class,
				CacheAutoConfiguration.class, CoherenceAutoConfiguration.class))
		.withPropertyValues("spring.datasource.generate-unique-name=true");

	@Test
	void aCacheManagerIsStillInjectedByItsClass() {
		withManager(() -> caffeine("tickets")).withBean(NeedsCaffeine.class)
			.withPropertyValues(TICKETS)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(context.getBean(NeedsCaffeine.class).cacheManager)
					.isSameAs(context.getBean(CacheManager.class));
				assertIsGuarded(context, "tickets");
			});
	}

	@Test
	void aFinalCacheManagerIsGuardedByItsInterface() {
		withManager(FinalCacheManager::new).withPropertyValues(TICKETS).run((context) -> {
			assertThat(context.getBean(CacheManager.class)).isNotInstanceOf(FinalCacheManager.class);
			assertIsGuarded(context, "tickets");
		});
	}

	@Test
	void aFinalMethodDoesNotRunOnEmptyFields() {
		withManager(FinalMethodCacheManager::new).withPropertyValues(TICKETS)
			.run((context) -> assertIsGuarded(context, "tickets"));
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aCacheManagerKeepsTheAdviceItHas(boolean byClass) {
		AtomicInteger calls = new AtomicInteger();
		NameMatchMethodPointcut names = new NameMatchMethodPointcut();
		names.setMappedName("getCacheNames");
		withManager(() -> caffeine("tickets")).withPropertyValues(TICKETS, "spring.aop.proxy-target-class=" + byClass)
			.withBean("advisor", Advisor.class, () -> new DefaultPointcutAdvisor(names, (MethodInterceptor) (call) -> {
				calls.incrementAndGet();
				return call.proceed();
			}))
			.run((context) -> {
				assertIsGuarded(context, "tickets");
				int before = calls.get();
				assertThat(context.getBean(CacheManager.class).getCacheNames()).containsExactly("tickets");
				assertThat(calls).hasValue(before + 1);
			});
	}

	@Test
	void guardsJCacheByReference(CapturedOutput output) {
		withCache(() -> new JCacheCache(jcache(new MutableConfiguration<>().setStoreByValue(false), true)))
			.withPropertyValues(TICKETS)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertIsGuarded(context, "tickets");
				assertThat(output).contains("its expiry is not known");
			});
	}

	@Test
	void guardsAnAsyncCaffeine() {
		withManager(() -> {
			CaffeineCacheManager manager = new CaffeineCacheManager();
			manager.setAsyncCacheMode(true);
			return manager;
		}).withPropertyValues(TICKETS).run((context) -> assertIsGuarded(context, "tickets"));
	}

	@Test
	void evictsTheGroupsOfACaffeine() {
		withManager(() -> caffeine("tickets")).withPropertyValues(GROUP).run((context) -> {
			Cache cache = cache(context, "tickets");
			cache.put("a1", 1);
			cache.put("b1", 2);
			context.getBean(LocalCaches.class).evict(List.of(Event.groups("tickets", List.of("a"))));
			assertThat(cache.get("a1")).isNull();
			assertThat(cache.get("b1")).isNotNull();
		});
	}

	@Test
	void aGroupThatDoesNotParseStopsTheStart() {
		withManager(() -> caffeine("tickets"))
			.withPropertyValues("perf-starter.coherence.caches.tickets.group=#foo.lot")
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOfSatisfying(InvalidConfigurationPropertyValueException.class,
						(failure) -> assertThat(failure.getName())
							.isEqualTo("perf-starter.coherence.caches.tickets.group")));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("cachesThatCannotBeGuarded")
	void whatCannotBeGuardedStopsTheStart(String reason, Supplier<Cache> cache) {
		withCache(cache).withPropertyValues(TICKETS)
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(CannotStartException.class)
				.hasMessageContaining(reason));
	}

	@Test
	void aManagerOfTheParentContextStopsTheStart() {
		try (GenericApplicationContext parent = new GenericApplicationContext()) {
			parent.registerBean(CaffeineCacheManager.class, () -> caffeine("tickets"));
			parent.refresh();
			this.contextRunner.withParent(parent).withPropertyValues(TICKETS).run(this::assertCreatedTooEarly);
		}
	}

	@Test
	void aManagerThatAPostProcessorUsesStopsTheStart() {
		withManager(() -> caffeine("tickets")).withUserConfiguration(EarlyUser.class)
			.withPropertyValues(TICKETS)
			.run((context) -> {
				assertCreatedTooEarly(context);
				assertThat(context).getFailure().hasMessageContaining(", for the bean '");
			});
	}

	@Test
	void aManagerThatAnInterceptorUsesStopsTheStartAndNamesIt() {
		withManager(() -> caffeine("tickets")).withUserConfiguration(OwnInterceptor.class)
			.withPropertyValues(TICKETS)
			.run((context) -> {
				assertCreatedTooEarly(context);
				assertThat(context).getFailure()
					.hasMessageContaining(", for the bean 'ownInterceptor'")
					.satisfies((failure) -> assertThat(((CannotStartException) failure).getAction())
						.contains("Inject an ObjectProvider<CacheManager> into 'ownInterceptor'"));
			});
	}

	@Test
	void aRegisteredSingletonStopsTheStart() {
		this.contextRunner
			.withInitializer(
					(context) -> context.getBeanFactory().registerSingleton("cacheManager", caffeine("tickets")))
			.withPropertyValues(TICKETS)
			.run(this::assertCreatedTooEarly);
	}

	private void assertCreatedTooEarly(AssertableApplicationContext context) {
		assertThat(context).getFailure().isInstanceOfSatisfying(CannotStartException.class, (failure) -> {
			assertThat(failure).hasMessageContaining("'perf-starter.coherence.caches.tickets'")
				.hasMessageContaining("CaffeineCacheManager, was created before it could be guarded");
			assertThat(failure.getAction()).contains("as a bean of this application context: not of a parent context")
				.contains("BeanPostProcessor")
				.doesNotContain("a Caffeine cache");
		});
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("cachesThatCannotBeGuarded")
	void whatCannotBeGuardedIsLeftAloneWhereAllAreMeant(String reason, Supplier<Cache> cache, CapturedOutput output) {
		withCache(cache).withPropertyValues(ALL).run((context) -> {
			assertThat(context).hasNotFailed();
			Cache tickets = cache(context, "tickets");
			assertThat(tickets).isSameAs(cache(context, "tickets"));
			assertThat(context.getBean(LocalCaches.class).isManaged("tickets")).isFalse();
			assertThat(output).containsOnlyOnce("is not guarded, so its staleness is not bounded: ").contains(reason);
		});
	}

	static Stream<Arguments> cachesThatCannotBeGuarded() {
		return Stream.of(row("not known to hold its values", () -> new ConcurrentMapCache("tickets") {
		}), row("it stores by value", ForeignCachesTests::mapByValue),
				row("its map is a ", () -> new ConcurrentMapCache("tickets", new ConcurrentHashMap<>() {
				}, true)),
				row("cache loader", () -> new CaffeineCache("tickets", Caffeine.newBuilder().build((key) -> "loaded"))),
				row("weigher",
						() -> new CaffeineCache("tickets",
								Caffeine.newBuilder().maximumWeight(9).weigher((key, value) -> 1).build())),
				row("expiry by value",
						() -> new CaffeineCache("tickets",
								Caffeine.newBuilder()
									.expireAfter(Expiry.creating((key, value) -> Duration.ofMinutes(1)))
									.build())),
				row("it stores by value",
						() -> new JCacheCache(jcache(new MutableConfiguration<>().setStoreByValue(true), true))),
				row("it stores by value",
						() -> new JCacheCache(jcache(new MutableConfiguration<>().setStoreByValue(false), false))),
				row("java.lang.Long", () -> new JCacheCache(typedJcache())),
				row("reads or writes through",
						() -> new JCacheCache(jcache(
								new MutableConfiguration<>().setStoreByValue(false).setReadThrough(true), true))),
				row("it has a listener",
						() -> new JCacheCache(jcache(new MutableConfiguration<>().setStoreByValue(false)
							.addCacheEntryListenerConfiguration(
									new MutableCacheEntryListenerConfiguration<>(() -> new CacheEntryListener<>() {
									}, null, false, false)),
								true))),
				row("it cannot be inspected", () -> {
					javax.cache.Cache<Object, Object> closed = mock();
					given(closed.getName()).willReturn("tickets");
					given(closed.getConfiguration(any())).willThrow(new IllegalStateException("closed"));
					return new JCacheCache(closed);
				}));
	}

	@Test
	void aMockWithoutCachesStopsTheStart() {
		this.contextRunner
			.withInitializer(
					(context) -> context.getBeanFactory().registerSingleton("cacheManager", mock(CacheManager.class)))
			.withPropertyValues(TICKETS)
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(CannotStartException.class)
				.hasMessageContaining("names a cache that no cache manager has (known caches: [])"));
	}

	@Test
	void guardsAllWhereAllAreMeant(CapturedOutput output) {
		withManager(() -> caffeine("tickets", "users")).withPropertyValues(ALL).run((context) -> {
			assertIsGuarded(context, "tickets");
			assertIsGuarded(context, "users");
			assertThat(output).contains("Guarded caches: tickets, users");
		});
	}

	@Test
	void guardsCachesThatAreMadeLater() {
		withManager(CaffeineCacheManager::new).withPropertyValues(ALL)
			.run((context) -> assertIsGuarded(context, "later"));
	}

	@Test
	void guardsACacheThatTheManagerReplaces() {
		withManager(CaffeineCacheManager::new).withPropertyValues(TICKETS).run((context) -> {
			Cache before = cache(context, "tickets");
			assertThat(cache(context, "tickets")).isSameAs(before);
			context.getBean(CaffeineCacheManager.class).registerCustomCache("tickets", Caffeine.newBuilder().build());
			assertThat(cache(context, "tickets")).isNotSameAs(before);
			assertIsGuarded(context, "tickets");
		});
	}

	@Test
	void aManagerMayHaveACacheForEachTenant(CapturedOutput output) {
		withManager(TenantCacheManager::new).withPropertyValues(TICKETS).run((context) -> {
			TenantCacheManager manager = context.getBean(TenantCacheManager.class);
			manager.tenant("a");
			Cache ofA = cache(context, "tickets");
			ofA.get(1L, () -> "a");
			manager.tenant("b");
			Cache ofB = cache(context, "tickets");
			ofB.get(1L, () -> "b");
			assertThat(ofB.get(1L, String.class)).isEqualTo("b");
			manager.tenant("a");
			assertThat(cache(context, "tickets")).isSameAs(ofA);
			assertThat(ofA.get(1L, String.class)).isEqualTo("a");
			manager.tenant("none");
			context.getBean(LocalCaches.class).evict(List.of(Event.keys("tickets", List.of(1L))));
			assertThat(ofA.get(1L)).isNull();
			assertThat(ofB.get(1L)).isNull();
			assertThat(output).containsOnlyOnce("is not the first with this name");
		});
	}

	@Test
	void aCacheThatIsNotTheFirstOfItsNameIsEmptied() {
		withManager(TenantCacheManager::new).withPropertyValues(TICKETS).run((context) -> {
			TenantCacheManager manager = context.getBean(TenantCacheManager.class);
			manager.tenant("a");
			Cache forgotten = cache(context, "tickets");
			forgotten.get(1L, () -> "old");
			List<Cache> kept = new ArrayList<>();
			for (int tenant = 0; tenant < Handouts.MAX_STORES; tenant++) {
				manager.tenant("tenant " + tenant);
				kept.add(cache(context, "tickets"));
			}
			manager.tenant("tenant 0");
			assertThat(cache(context, "tickets")).isSameAs(kept.get(0));
			manager.tenant("a");
			assertThat(cache(context, "tickets")).isNotSameAs(forgotten);
			assertThat(cache(context, "tickets").get(1L)).isNull();
		});
	}

	@Test
	void tellsOnceOfACacheThatIsReplacedByOneThatCannotBeGuarded(CapturedOutput output) {
		withManager(() -> caffeine("tickets")).withPropertyValues(TICKETS).run((context) -> {
			CaffeineCacheManager manager = context.getBean(CaffeineCacheManager.class);
			manager.registerCustomCache("tickets", Caffeine.newBuilder().<Object, Object>build((key) -> "loaded"));
			assertThat(cache(context, "tickets").get(1L)).extracting(Cache.ValueWrapper::get).isEqualTo("loaded");
			assertThat(cache(context, "tickets").get(2L)).extracting(Cache.ValueWrapper::get).isEqualTo("loaded");
			assertThat(output)
				.containsOnlyOnce("is not guarded, so its staleness is not bounded: it has a cache loader");
		});
	}

	@Test
	void cachesThatManageAllLeavesOutAreNotGuarded() {
		withManager(() -> caffeine("tickets", "codes"))
			.withPropertyValues(ALL, "perf-starter.coherence.manage-all-except=codes")
			.run((context) -> {
				assertIsGuarded(context, "tickets");
				assertThat(cache(context, "codes")).isExactlyInstanceOf(CaffeineCache.class);
			});
	}

	@Test
	void putsOfATransactionAwareCacheWaitForTheCommit() {
		withCache(() -> new TransactionAwareCacheDecorator(new ConcurrentMapCache("tickets")))
			.withPropertyValues(TICKETS)
			.run((context) -> {
				Cache cache = cache(context, "tickets");
				TransactionTemplate transactions = new TransactionTemplate(
						context.getBean(PlatformTransactionManager.class));
				transactions.executeWithoutResult((status) -> {
					assertThat(cache.get(1L)).isNull();
					cache.put(1L, "one");
					assertThat(cache.get(1L, String.class)).isEqualTo("one");
					assertThat(CompletableFuture.supplyAsync(() -> cache.get(1L)).join()).isNull();
				});
				assertThat(cache.get(1L)).isNotNull();
				transactions.executeWithoutResult((status) -> {
					cache.put(2L, "two");
					status.setRollbackOnly();
				});
				assertThat(cache.get(2L)).isNull();
				LocalCaches caches = context.getBean(LocalCaches.class);
				assertThat(caches.isManaged("tickets")).isTrue();
				transactions.executeWithoutResult((status) -> {
					caches.evict(List.of(Event.keys("tickets", List.of(1L))));
					assertThat(cache.get(1L)).isNull();
				});
			});
	}

	@Test
	void aDeferredPutOfAValueThatWasEvictedMeanwhileIsRefused() {
		withCache(() -> new TransactionAwareCacheDecorator(new ConcurrentMapCache("tickets")))
			.withPropertyValues(TICKETS)
			.run((context) -> {
				Cache cache = cache(context, "tickets");
				LocalCaches caches = context.getBean(LocalCaches.class);
				new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
					.executeWithoutResult((status) -> {
						assertThat(cache.get(1L)).isNull();
						assertThat(cache.get(2L)).isNull();
						caches.evict(List.of(Event.keys("tickets", List.of(1L))));
						cache.put(1L, "read before the eviction");
						cache.put(2L, "fresh");
					});
				assertThat(cache.get(1L)).isNull();
				assertThat(cache.get(2L)).isNotNull();
			});
	}

	@Test
	void guardsBelowAProxyThatDefersToTheCommit() {
		withManager(() -> new TransactionAwareCacheManagerProxy(caffeine("tickets"))).withPropertyValues(TICKETS)
			.run((context) -> {
				assertThat(cache(context, "tickets")).isSameAs(cache(context, "tickets"));
				assertIsGuarded(context, "tickets");
			});
	}

	@Test
	void guardsOnceWhatTwoCacheManagersHandOut() {
		withManager(() -> caffeine("tickets")).withUserConfiguration(Composition.class)
			.withPropertyValues(TICKETS)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				CacheManager composite = context.getBean("composite", CacheManager.class);
				CacheManager manager = context.getBean("cacheManager", CacheManager.class);
				assertThat(composite.getCache("tickets")).isSameAs(manager.getCache("tickets"));
			});
	}

	@Test
	void asksThePutGateOfTheApplication() {
		withManager(() -> caffeine("tickets")).withBean(PutGate.class, () -> (loadedAt) -> PutGate.NEVER)
			.withPropertyValues(TICKETS)
			.run((context) -> {
				Cache cache = cache(context, "tickets");
				assertThat(cache.get(1L, () -> "of a replica that lags")).isNotNull();
				assertThat(cache.get(1L)).isNull();
			});
	}

	@Test
	void cachesThatKeepNothingAreLeftAlone(CapturedOutput output) {
		withManager(NoOpCacheManager::new).withPropertyValues(TICKETS, ALL).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context.getBean(CacheManager.class)).isExactlyInstanceOf(NoOpCacheManager.class);
			assertThat(output).doesNotContain("guarded");
		});
	}

	@Test
	void cacheManagersWithNothingToGuardStayAsTheyAre() {
		withManager(() -> caffeine("tickets")).run((context) -> {
			assertThat(context.getBean(CacheManager.class)).isExactlyInstanceOf(CaffeineCacheManager.class);
			assertThat(context).doesNotHaveBean(ForeignCaches.class).doesNotHaveBean(FanOutDemand.class);
		});
		withManager(() -> caffeine("tickets"))
			.withBean("other", SimpleCacheManager.class, () -> simple(new ConcurrentMapCache("users")))
			.withPropertyValues(TICKETS)
			.run((context) -> assertThat(context).hasSingleBean(FanOutDemand.class)
				.getBean("other")
				.isExactlyInstanceOf(SimpleCacheManager.class));
	}

	@Test
	void keepsTheMetersOfTheStore() {
		withManager(() -> {
			CaffeineCacheManager manager = caffeine("tickets");
			manager.setCaffeine(Caffeine.newBuilder().recordStats());
			return manager;
		}).withConfiguration(
				AutoConfigurations.of(MetricsAutoConfiguration.class, CompositeMeterRegistryAutoConfiguration.class,
						SimpleMetricsExportAutoConfiguration.class, CacheMetricsAutoConfiguration.class))
			.withPropertyValues(TICKETS)
			.run((context) -> {
				Cache cache = cache(context, "tickets");
				cache.put(1L, "one");
				cache.get(1L);
				assertThat(context.getBean(MeterRegistry.class)
					.get("cache.gets")
					.tags("cache", "tickets", "name", "tickets", "cache.manager", "cacheManager", "result", "hit")
					.functionCounter()
					.count()).isGreaterThanOrEqualTo(1);
			});
	}

	@Test
	void eachTransactionManagerTellsOfItsTransactionsOnce() {
		withManager(() -> caffeine("tickets")).withPropertyValues(TICKETS).run((context) -> {
			assertThat(context.getBean(PlatformTransactionManager.class)).isInstanceOf(JdbcTransactionManager.class);
			assertThat(stamps(context)).containsExactly(context.getBean(TransactionAccount.class));
		});
		withManager(() -> caffeine("tickets"))
			.withBean("mine", PlatformTransactionManager.class,
					() -> new JdbcTransactionManager(mock(javax.sql.DataSource.class)))
			.withPropertyValues(TICKETS)
			.run((context) -> assertThat(stamps(context)).containsExactly(context.getBean(TransactionAccount.class)));
	}

	@Test
	void ownCachesTakeStampsToo() {
		this.contextRunner.withPropertyValues("perf-starter.coherence.caches.tickets.time-to-live=10m")
			.run((context) -> {
				assertThat(stamps(context)).containsExactly(context.getBean(TransactionAccount.class));
				assertThat(context).hasSingleBean(FreshnessWatermark.class).hasSingleBean(PendingCommits.class);
			});
	}

	@ParameterizedTest
	@CsvSource({ "max-staleness, 999ms", "max-staleness, -1s", "max-staleness, 366d", "max-staleness, 9999999d",
			"registry-propagation-delay, -1ms", "registry-propagation-delay, 9999999d" })
	void aDurationThatMakesNoSenseStopsTheStart(String property, String value) {
		this.contextRunner.withPropertyValues("perf-starter.coherence." + property + "=" + value)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOfSatisfying(InvalidConfigurationPropertyValueException.class,
						(failure) -> assertThat(failure.getName()).isEqualTo("perf-starter.coherence." + property)));
	}

	@ParameterizedTest
	@CsvSource({ "max-staleness, 1s", "registry-propagation-delay, 0s", "max-staleness, 365d",
			"registry-propagation-delay, 365d" })
	void theShortestAndLongestDurationsStart(String property, String value) {
		this.contextRunner.withPropertyValues("perf-starter.coherence." + property + "=" + value)
			.run((context) -> assertThat(context).hasNotFailed());
	}

	private ApplicationContextRunner withManager(Supplier<? extends CacheManager> manager) {
		return this.contextRunner.withBean("cacheManager", CacheManager.class, manager::get);
	}

	private ApplicationContextRunner withCache(Supplier<Cache> cache) {
		return withManager(() -> simple(cache.get()));
	}

	private static void assertIsGuarded(ApplicationContext context, String name) {
		assertIsGuarded(context, context.getBean(CacheManager.class), name);
	}

	/**
	 * Guarded, and only what is served is what was put: the store holds more than that.
	 */
	static void assertIsGuarded(ApplicationContext context, CacheManager manager, String name) {
		Cache cache = manager.getCache(name);
		cache.put("key", "value");
		assertThat(cache.get("key")).extracting(Cache.ValueWrapper::get).isEqualTo("value");
		assertThat(cache.get("key", () -> "loaded")).isEqualTo("value");
		LocalCaches caches = context.getBean(LocalCaches.class);
		assertThat(caches.isManaged(name)).isTrue();
		caches.evict(List.of(Event.keys(name, List.of("key"))));
		assertThat(cache.get("key")).isNull();
	}

	static Cache cache(ApplicationContext context, String name) {
		return context.getBean(CacheManager.class).getCache(name);
	}

	private static Collection<TransactionExecutionListener> stamps(ApplicationContext context) {
		ConfigurableTransactionManager manager = (ConfigurableTransactionManager) context
			.getBean(PlatformTransactionManager.class);
		return manager.getTransactionExecutionListeners()
			.stream()
			.filter(TransactionAccount.class::isInstance)
			.toList();
	}

	private static CaffeineCacheManager caffeine(String... names) {
		return new CaffeineCacheManager(names);
	}

	private static SimpleCacheManager simple(Cache... caches) {
		SimpleCacheManager manager = new SimpleCacheManager();
		manager.setCaches(List.of(caches));
		manager.initializeCaches();
		return manager;
	}

	private static Cache mapByValue() {
		ConcurrentMapCacheManager manager = new ConcurrentMapCacheManager();
		manager.setStoreByValue(true);
		manager.setBeanClassLoader(ForeignCachesTests.class.getClassLoader());
		return manager.getCache("tickets");
	}

	private static Arguments row(String reason, Supplier<Cache> cache) {
		return Arguments.of(reason, cache);
	}

	/**
	 * A JCache over a map: a provider on the class path would change which cache manager
	 * Boot chooses.
	 */
	private static javax.cache.Cache<Object, Object> jcache(Configuration<?, ?> configuration, boolean byReference) {
		Map<Object, Object> entries = new ConcurrentHashMap<>();
		javax.cache.Cache<Object, Object> cache = mock(RETURNS_DEEP_STUBS);
		given(cache.getName()).willReturn("tickets");
		willAnswer((call) -> configuration).given(cache).getConfiguration(any());
		given(cache.getCacheManager().getCachingProvider().isSupported(OptionalFeature.STORE_BY_REFERENCE))
			.willReturn(byReference);
		willAnswer((call) -> entries.get(key(call))).given(cache).get(any());
		willAnswer((call) -> entries.put(key(call), call.getArgument(1))).given(cache).put(any(), any());
		willAnswer((call) -> entries.remove(key(call)) != null).given(cache).remove(any());
		return cache;
	}

	private static javax.cache.Cache<Object, Object> typedJcache() {
		return jcache(
				new MutableConfiguration<Long, String>().setTypes(Long.class, String.class).setStoreByValue(false),
				true);
	}

	private static Object key(InvocationOnMock call) {
		return call.getArgument(0);
	}

	@org.springframework.context.annotation.Configuration(proxyBeanMethods = false)
	static class Composition {

		@Bean
		CompositeCacheManager composite(CacheManager cacheManager) {
			return new CompositeCacheManager(cacheManager);
		}

	}

	static class NeedsCaffeine {

		private final CaffeineCacheManager cacheManager;

		NeedsCaffeine(CaffeineCacheManager cacheManager) {
			this.cacheManager = cacheManager;
		}

	}

	static final class FinalCacheManager extends AbstractCacheManager {

		@Override
		protected Collection<Cache> loadCaches() {
			return List.of(new ConcurrentMapCache("tickets"));
		}

	}

	static class EarlyUser {

		@Bean
		static BeanPostProcessor early(CacheManager manager) {
			return new BeanPostProcessor() {
			};
		}

	}

	/**
	 * Has a cache for each tenant under the same name.
	 */
	static class TenantCacheManager implements CacheManager {

		private final Map<String, Cache> caches = new ConcurrentHashMap<>();

		private String tenant = "";

		void tenant(String tenant) {
			this.tenant = tenant;
		}

		@Override
		public Cache getCache(String name) {
			return this.caches.computeIfAbsent(this.tenant, (ignored) -> new ConcurrentMapCache("tickets"));
		}

		@Override
		public Collection<String> getCacheNames() {
			return List.of("tickets");
		}

	}

	static class OwnInterceptor {

		@Bean
		MethodInterceptor ownInterceptor(CacheManager manager) {
			return MethodInvocation::proceed;
		}

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		Advisor ownAdvisor(MethodInterceptor ownInterceptor) {
			NameMatchMethodPointcutAdvisor advisor = new NameMatchMethodPointcutAdvisor(ownInterceptor);
			advisor.setMappedName("none");
			return advisor;
		}

	}

	static class FinalMethodCacheManager extends FinalMethods {

		@Override
		public Collection<String> getCacheNames() {
			return List.of("tickets");
		}

	}

	abstract static class FinalMethods implements CacheManager {

		private final Cache tickets = new ConcurrentMapCache("tickets");

		@Override
		public final Cache getCache(String name) {
			return this.tickets;
		}

	}

}
