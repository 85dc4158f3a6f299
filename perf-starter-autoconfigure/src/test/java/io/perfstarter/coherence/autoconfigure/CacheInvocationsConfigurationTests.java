package io.perfstarter.coherence.autoconfigure;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import javax.cache.annotation.CacheResult;

import com.github.benmanes.caffeine.cache.Caffeine;
import io.perfstarter.coherence.guard.CacheChanges;
import io.perfstarter.coherence.guard.LocalCaches;
import io.perfstarter.coherence.protocol.Event;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizationAutoConfiguration;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.CacheConfig;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.caffeine.CaffeineCacheManager;
import org.springframework.cache.concurrent.ConcurrentMapCache;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.cache.transaction.TransactionAwareCacheManagerProxy;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for methods with the annotations of Spring and of JCache on managed caches in an
 * application.
 */
class CacheInvocationsConfigurationTests {

	private final List<Event> changes = new CopyOnWriteArrayList<>();

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, DataSourceAutoConfiguration.class,
				TransactionManagerCustomizationAutoConfiguration.class,
				DataSourceTransactionManagerAutoConfiguration.class, TransactionAutoConfiguration.class,
				CacheAutoConfiguration.class, CoherenceAutoConfiguration.class))
		.withPropertyValues("spring.datasource.generate-unique-name=true")
		.withUserConfiguration(Caching.class)
		.withBean(CacheChanges.class, () -> this.changes::add);

	@ParameterizedTest
	@ValueSource(strings = { "perf-starter.coherence.caches.items.time-to-live=10m",
			"perf-starter.coherence.caches.items= spring.cache.type=simple",
			"perf-starter.coherence.caches.items= spring.cache.type=caffeine",
			"perf-starter.coherence.caches.items.time-to-live=10m spring.main.lazy-initialization=true" })
	void overtakenLoadsAreNotKept(String properties) {
		this.contextRunner.withPropertyValues(properties.split(" ")).run(this::assertOvertakenLoadsAreNotKept);
	}

	@Test
	void overtakenLoadsOfATransactionAwareCacheAreNotKept() {
		this.contextRunner
			.withBean("cacheManager", CacheManager.class,
					() -> new TransactionAwareCacheManagerProxy(new ConcurrentMapCacheManager("items")))
			.withPropertyValues("perf-starter.coherence.caches.items=")
			.run((context) -> {
				assertOvertakenLoadsAreNotKept(context);
				Service service = context.getBean(Service.class);
				context.getBean(Loader.class).action = () -> assertThat(items(context).get(3)).isNull();
				service.saveInTransaction(3);
				assertThat(items(context).get(3, String.class)).isEqualTo("value 3");
				assertThat(this.changes).containsExactly(Event.keys("items", List.of(3)));
			});
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void aManagedNameWithoutAGuardIsReportedOnce(CapturedOutput output) {
		ConcurrentMapCacheManager noBean = new ConcurrentMapCacheManager();
		this.contextRunner
			.withBean("elsewhere", CacheResolver.class,
					() -> (operation) -> Stream.of("items", "others").map(noBean::getCache).toList())
			.withBean(ResolvedService.class)
			.withPropertyValues("perf-starter.coherence.caches.items.time-to-live=10m")
			.run((context) -> {
				ResolvedService service = context.getBean(ResolvedService.class);
				assertThat(service.find(1)).isEqualTo("1");
				service.change(1);
				context.getBean(Service.class).find(1);
				assertThat(output)
					.containsOnlyOnce("uses a cache 'items' (%s) that is not guarded"
						.formatted(ConcurrentMapCache.class.getName()))
					.doesNotContain("uses a cache 'others'");
			});
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void anUnguardedCacheOfACacheManagerBeanIsReportedOnce(CapturedOutput output) {
		CaffeineCacheManager manager = new CaffeineCacheManager("items");
		manager.setCaffeine(Caffeine.newBuilder().maximumWeight(10).weigher((key, value) -> 1));
		this.contextRunner.withBean(CacheManager.class, () -> manager)
			.withPropertyValues("perf-starter.coherence.manage-all=true")
			.run((context) -> {
				context.getBean(Service.class).find(1);
				assertThat(output).containsOnlyOnce("is not guarded, so its staleness is not bounded");
			});
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void anEvictionThatIsDeferredToAPastCommitIsReported(CapturedOutput output) {
		this.contextRunner
			.withBean("cacheManager", CacheManager.class,
					() -> new TransactionAwareCacheManagerProxy(new ConcurrentMapCacheManager("items", "others")))
			.withBean(LateService.class)
			.withPropertyValues("perf-starter.coherence.caches.items=")
			.run((context) -> {
				LateService service = context.getBean(LateService.class);
				TransactionTemplate transaction = new TransactionTemplate(
						context.getBean(PlatformTransactionManager.class));
				transaction.executeWithoutResult((status) -> {
					service.change(1);
					afterCommit(() -> service.changeBefore(1));
					afterCommit(() -> new TransactionTemplate(transaction.getTransactionManager(),
							new DefaultTransactionDefinition(TransactionDefinition.PROPAGATION_REQUIRES_NEW))
						.executeWithoutResult((inner) -> service.change(1)));
				});
				assertThat(output).doesNotContain("is lost");
				for (int i = 0; i < 2; i++) {
					transaction.executeWithoutResult((status) -> afterCommit(() -> service.change(1)));
				}
				assertThat(output).containsOnlyOnce("An eviction from the cache 'others' after a commit is lost");
			});
	}

	private static void afterCommit(Runnable task) {
		TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

			@Override
			public void afterCommit() {
				task.run();
			}

		});
	}

	private void assertOvertakenLoadsAreNotKept(ApplicationContext context) {
		Service service = context.getBean(Service.class);
		Loader loader = context.getBean(Loader.class);
		service.find(1);
		service.find(1);
		service.findByJCache(2);
		service.findByJCache(2);
		assertThat(loader.loads).hasValue(2);
		assertThat(items(context).get(2)).isNotNull();
		// On another thread, where nothing can be paired by thread and key.
		loader.action = () -> evictByPeer(context, 4);
		service.later(4).join();
		assertThat(items(context).get(4)).isNull();
		loader.action = () -> evictByPeer(context, 5);
		service.findByJCache(5);
		assertThat(items(context).get(5)).isNull();
		loader.action = null;
		assertThat(this.changes).isEmpty();
	}

	private static void evictByPeer(ApplicationContext context, Object key) {
		CompletableFuture
			.runAsync(() -> context.getBean(LocalCaches.class).evict(List.of(Event.keys("items", List.of(key)))))
			.join();
	}

	private static Cache items(ApplicationContext context) {
		return context.getBean(CacheManager.class).getCache("items");
	}

	/**
	 * An application with caching.
	 */
	@EnableCaching
	static class Caching {

		@Bean
		Loader loader() {
			return new Loader();
		}

		@Bean
		Service service(Loader loader) {
			return new Service(loader);
		}

		/**
		 * Makes Spring create the interceptor while post-processors are registered.
		 */
		@Bean
		static BeanPostProcessor early() {
			return new BeanPostProcessor() {
			};
		}

	}

	/**
	 * Cached methods.
	 */
	static class Service {

		private final Loader loader;

		Service(Loader loader) {
			this.loader = loader;
		}

		@Cacheable("items")
		public String find(int id) {
			return this.loader.load(id);
		}

		@Cacheable("items")
		public CompletableFuture<String> later(int id) {
			return CompletableFuture.supplyAsync(() -> this.loader.load(id));
		}

		@CacheResult(cacheName = "items")
		public String findByJCache(int id) {
			return this.loader.load(id);
		}

		@Transactional
		@CachePut(cacheNames = "items", key = "#id")
		public String saveInTransaction(int id) {
			return this.loader.load(id);
		}

	}

	/**
	 * Methods whose caches a resolver chooses.
	 */
	@CacheConfig(cacheResolver = "elsewhere")
	static class ResolvedService {

		@Cacheable
		public String find(int id) {
			return Integer.toString(id);
		}

		@CacheEvict
		public void change(int id) {
		}

	}

	/**
	 * Evicts from a cache that is not managed.
	 */
	static class LateService {

		@CacheEvict("others")
		public void change(int id) {
		}

		@CacheEvict(cacheNames = "others", beforeInvocation = true)
		public void changeBefore(int id) {
		}

	}

	/**
	 * Loads the values.
	 */
	static final class Loader {

		private final AtomicInteger loads = new AtomicInteger();

		private volatile @Nullable Runnable action;

		String load(int id) {
			this.loads.incrementAndGet();
			Runnable current = this.action;
			if (current != null) {
				current.run();
			}
			return "value " + id;
		}

	}

}
