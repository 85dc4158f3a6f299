package io.perfstarter.coherence.guard;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.perfstarter.coherence.commit.TransactionAccount;
import io.perfstarter.coherence.guard.CacheGuard.PutRefusal;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCache;
import org.springframework.cache.interceptor.CacheInterceptor;
import org.springframework.cache.interceptor.CacheOperationSource;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.cache.interceptor.SimpleCacheResolver;
import org.springframework.cache.support.SimpleCacheManager;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for methods with Spring's annotations on guarded caches: a put belongs to the
 * invocation that missed.
 */
@Timeout(60)
class CacheInvocationsTests {

	private final Loader loader = new Loader();

	private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();

	@AfterEach
	void close() {
		this.context.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "plain", "sync", "future", "sync future", "named resolver", "named manager", "two caches",
			"mono", "flux" })
	void loadedValueIsKeptAndAnOvertakenOneIsNot(String form) {
		Service service = start(Plain.class);
		assertThat(read(service, form, 1)).isEqualTo("new 1");
		assertThat(read(service, form, 1)).isEqualTo("new 1");
		assertThat(this.loader.loads).hasValue(1);
		this.loader.action = () -> evictByPeer(2);
		read(service, form, 2);
		read(service, form, 2);
		assertThat(this.loader.loads).hasValue(3);
		assertThat(changes()).isEmpty();
	}

	private static @Nullable Object read(Service service, String form, int id) {
		return switch (form) {
			case "plain" -> service.find(id);
			case "sync" -> service.sync(id);
			case "future" -> service.future(id).join();
			case "sync future" -> service.syncFuture(id).join();
			case "named resolver" -> service.byResolver(id);
			case "named manager" -> service.byManager(id);
			case "two caches" -> service.inBoth(id);
			case "mono" -> service.mono(id).block();
			case "flux" -> service.flux(id).blockLast();
			default -> throw new IllegalArgumentException(form);
		};
	}

	@Test
	void changeToNullEvictsFromAStoreThatRefusesNull() {
		GuardedCache cache = new GuardedCache(new ConcurrentMapCache("items", false), null, null, TestGuard.alone());
		cache.put(1, "old");
		CacheInvocation change = CacheInvocation.change(cache);
		assertThatIllegalArgumentException().isThrownBy(() -> change.put(1, null));
		assertThat(cache.get(1)).isNull();
	}

	@Test
	void failedLoadIsNotTakenForTheBeginOfALaterPut() {
		Service service = start(Plain.class);
		this.loader.action = () -> {
			throw new IllegalStateException("no database");
		};
		for (int i = 0; i < 70; i++) {
			assertThatIllegalStateException().isThrownBy(() -> service.find(1));
		}
		evictByPeer(1);
		this.loader.action = null;
		service.save(1, "changed");
		assertThat(service.find(1)).isEqualTo("changed");
		assertThat(changes()).containsExactly(Event.keys("items", List.of(1)));
	}

	@Test
	void nestedReadWithUnlessIsNotTakenForTheBeginOfTheOuterPut() {
		Service service = start(Plain.class);
		this.loader.action = () -> {
			this.loader.action = null;
			service.unless(1);
			evictByPeer(1);
		};
		service.find(1);
		assertThat(items().get(1)).isNull();
	}

	@Test
	void olderReaderDoesNotOvertakeAChange() {
		Service service = start(Plain.class);
		this.loader.action = () -> {
			this.loader.action = null;
			CompletableFuture.runAsync(() -> service.save(1, "changed")).join();
		};
		service.find(1);
		assertThat(items().get(1, String.class)).isEqualTo("changed");
	}

	@Test
	void changeIsNotKeptIfOthersEvictTheKeyWhileTheMethodRuns() {
		Service service = start(Plain.class);
		this.loader.action = () -> evictByPeer(1);
		service.save(1, "changed");
		assertThat(items().get(1)).isNull();
		assertThat(changes()).containsExactly(Event.keys("items", List.of(1)));
	}

	@Test
	void neitherOfTwoConcurrentChangesIsKept() {
		Service service = start(Plain.class);
		this.loader.action = () -> {
			this.loader.action = null;
			CompletableFuture.runAsync(() -> service.save(1, "second")).join();
		};
		service.save(1, "first");
		assertThat(items().get(1)).isNull();
	}

	@Test
	void isCachedAfterAFailedAsyncLoad() throws Exception {
		Service service = start(Plain.class);
		CompletableFuture<String> loading = new CompletableFuture<>();
		this.loader.loading = loading;
		CompletableFuture<String> failed = service.future(1);
		CompletableFuture.runAsync(() -> loading.completeExceptionally(new IOException("no database")))
			.get(60, TimeUnit.SECONDS);
		assertThat(failed).isCompletedExceptionally();
		this.loader.loading = null;
		service.future(1).join();
		service.future(1).join();
		assertThat(this.loader.loads).hasValue(1);
	}

	@Test
	void interceptorOfTheApplicationHasViewsToo() {
		Service service = start(Plain.class, OwnInterceptorConfiguration.class);
		assertThat(this.context.getBean(CacheInterceptor.class)).isExactlyInstanceOf(OwnInterceptor.class);
		this.loader.action = () -> evictByPeer(1);
		service.find(1);
		assertThat(items().get(1)).isNull();
		assertThat(this.context.getBean(CacheGuard.class).count(PutRefusal.EVICTED)).isOne();
		this.loader.action = null;
		service.future(2).join();
		assertThat(items().get(2)).isNotNull();
	}

	private Service start(Class<?>... configurations) {
		this.context.setAllowBeanDefinitionOverriding(true);
		this.context.registerBean(Loader.class, () -> this.loader);
		this.context.register(configurations);
		this.context.refresh();
		return this.context.getBean(Service.class);
	}

	private Cache items() {
		Cache items = this.context.getBean(CacheManager.class).getCache("items");
		assertThat(items).isNotNull();
		return items;
	}

	@SuppressWarnings("unchecked")
	private List<Event> changes() {
		return this.context.getBean("changes", List.class);
	}

	private void evictByPeer(Object key) {
		LocalCaches caches = new LocalCaches(() -> List.of(this.context.getBean(CacheManager.class)));
		CompletableFuture
			.runAsync(() -> caches.evict(List.of(Event.keys("items", List.of(key)), Event.keys("more", List.of(key)))))
			.join();
	}

	/**
	 * Guarded caches behind Spring's annotations.
	 */
	@Configuration
	@EnableCaching
	static class Plain {

		@Bean
		static CacheInvocationPostProcessor postProcessor(BeanFactory beanFactory) {
			return new CacheInvocationPostProcessor(new CacheInvocations((cache) -> cache, (unguarded, operation) -> {
			}, () -> null, () -> null), new ChangingMethods(beanFactory), beanFactory);
		}

		@Bean
		List<Event> changes() {
			return new CopyOnWriteArrayList<>();
		}

		@Bean
		CacheGuard guard() {
			List<Event> changes = changes();
			return new CacheGuard(new FreshnessWatermark(Duration.ofSeconds(15), System::nanoTime),
					(loadedAt) -> loadedAt, System::nanoTime, new CacheSurroundings(() -> changes::add,
							new TransactionAccount(() -> true, System::nanoTime, () -> null), () -> null, () -> null));
		}

		@Bean
		@Primary
		CacheManager cacheManager(CacheGuard guard) {
			SimpleCacheManager manager = new SimpleCacheManager();
			manager.setCaches(List.of(guard.guard(new ConcurrentMapCache("items"), null, null),
					guard.guard(new ConcurrentMapCache("more"), null, null)));
			return manager;
		}

		@Bean
		CacheManager otherManager(CacheManager cacheManager) {
			return cacheManager;
		}

		@Bean
		CacheResolver otherResolver(CacheManager cacheManager) {
			return new SimpleCacheResolver(cacheManager);
		}

		@Bean
		Service service(Loader loader) {
			return new Service(loader);
		}

	}

	/**
	 * An interceptor that the application extends.
	 */
	@Configuration
	static class OwnInterceptorConfiguration {

		@Bean
		CacheInterceptor cacheInterceptor(CacheOperationSource source) {
			CacheInterceptor interceptor = new OwnInterceptor();
			interceptor.setCacheOperationSource(source);
			return interceptor;
		}

	}

	/**
	 * An interceptor of the application.
	 */
	@SuppressWarnings("serial")
	static final class OwnInterceptor extends CacheInterceptor {

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

		@Cacheable(cacheNames = "items", sync = true)
		public String sync(int id) {
			return this.loader.load(id);
		}

		@Cacheable("items")
		public CompletableFuture<String> future(int id) {
			CompletableFuture<String> loading = this.loader.loading;
			return (loading != null) ? loading : CompletableFuture.supplyAsync(() -> this.loader.load(id));
		}

		@Cacheable(cacheNames = "items", sync = true)
		public CompletableFuture<String> syncFuture(int id) {
			return CompletableFuture.supplyAsync(() -> this.loader.load(id));
		}

		@Cacheable(cacheNames = "items", cacheResolver = "otherResolver")
		public String byResolver(int id) {
			return this.loader.load(id);
		}

		@Cacheable(cacheNames = "items", cacheManager = "otherManager")
		public String byManager(int id) {
			return this.loader.load(id);
		}

		@Cacheable({ "items", "more" })
		public String inBoth(int id) {
			return this.loader.load(id);
		}

		@Cacheable("items")
		public Mono<String> mono(int id) {
			return Mono.fromCallable(() -> this.loader.load(id)).subscribeOn(Schedulers.boundedElastic());
		}

		@Cacheable("items")
		public Flux<String> flux(int id) {
			return Flux.defer(() -> Flux.just(this.loader.load(id))).subscribeOn(Schedulers.boundedElastic());
		}

		@Cacheable(cacheNames = "items", unless = "true")
		public String unless(int id) {
			return this.loader.load(id);
		}

		@CachePut(cacheNames = "items", key = "#id")
		public String save(int id, String value) {
			this.loader.run();
			return value;
		}

	}

	/**
	 * Loads the values.
	 */
	static final class Loader {

		private final AtomicInteger loads = new AtomicInteger();

		private volatile @Nullable Runnable action;

		private volatile @Nullable CompletableFuture<String> loading;

		String load(int id) {
			this.loads.incrementAndGet();
			run();
			return "new " + id;
		}

		void run() {
			Runnable current = this.action;
			if (current != null) {
				current.run();
			}
		}

	}

}
