package io.perfstarter.eviction.autoconfigure;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import io.perfstarter.coherence.autoconfigure.CoherenceAutoConfiguration;
import io.perfstarter.coherence.protocol.PendingCommits;
import io.perfstarter.eviction.EvictTicketCache;
import io.perfstarter.eviction.Eviction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import org.springframework.aop.support.AopUtils;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.annotation.CacheConfig;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.Caching;
import org.springframework.cache.interceptor.SimpleKey;
import org.springframework.context.ApplicationContext;
import org.springframework.expression.spel.SpelEvaluationException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Tests for what Spring's annotations on managed caches evict, where nothing is observed
 * and every call therefore evicts at its end. Where a managed cache is doubted, the
 * application's own strategy evicts all entries.
 */
class SpringAnnotationTests {

	private final NotedEvictions noted = new NotedEvictions();

	private final List<Eviction> evicted = this.noted.evicted;

	private final ApplicationContextRunner contextRunner = this.noted.contextRunner.withBean(Desk.class)
		.withBean(Configured.class)
		.withBean(Typed.class);

	@Test
	void theKeyOfTheArguments() {
		desk((desk) -> desk.generated(1L));
		assertKeys(1L);
		desk((desk) -> desk.generated(1L, "b"));
		assertKeys(new SimpleKey(1L, "b"));
		desk(Desk::generated);
		assertKeys(SimpleKey.EMPTY);
	}

	@Test
	void theKeyExpression() {
		desk((desk) -> desk.byName(1L));
		assertKeys("t-1");
		desk((desk) -> desk.byPosition("b", 1L));
		assertKeys("b1");
		desk((desk) -> desk.byRoot(1L));
		assertKeys("byRoot-Desk-Desk-1");
		desk((desk) -> desk.byList(List.of(1L, 2L)));
		assertKeys(List.of(1L, 2L));
		desk((desk) -> desk.byVariableArguments(1L, 2L));
		assertKeys(2L);
	}

	@Test
	void theKeyOfTheResult() {
		desk((desk) -> desk.byResult(1L));
		assertKeys("r1");
		desk((desk) -> desk.byResult(-1L));
		assertAll();
	}

	@Test
	void theKeyGenerator() {
		desk((desk) -> desk.byGenerator(1L));
		assertKeys("Desk.byGenerator1");
		run((context) -> context.getBean(Configured.class).change(1L));
		assertKeys("Configured.change1");
	}

	@Test
	void theConditionDecides() {
		desk((desk) -> desk.onCondition(1L));
		assertThat(this.evicted).isEmpty();
		desk((desk) -> desk.onCondition(7L));
		assertKeys(7L);
		desk((desk) -> desk.onConditionOfResult(1L));
		assertKeys(1L);
	}

	@Test
	void allEntriesAndBeforeInvocation() {
		desk(Desk::all);
		assertAll();
		desk((desk) -> desk.before(1L));
		assertThat(this.evicted.get(0).keys()).isEqualTo(List.of(1L));
		assertAll();
	}

	@Test
	void afterAnExpressionThatFailsTheCacheIsDoubted() {
		desk((desk) -> assertThat(catchThrowable(() -> desk.failing(1L))).isInstanceOf(SpelEvaluationException.class));
		assertAll();
		desk((desk) -> assertThat(catchThrowable(() -> desk.nullKey(null)))
			.isInstanceOf(IllegalArgumentException.class));
		assertAll();
	}

	@Test
	void putsChangeToo() {
		desk((desk) -> desk.put(1L));
		assertKeys(1L);
	}

	@Test
	void whatSpringVetoesEvictsNothing() {
		desk((desk) -> desk.putUnlessNull(null));
		assertThat(this.evicted).isEmpty();
		desk((desk) -> desk.putUnlessNull(new Named("n")));
		assertKeys("n");
		desk((desk) -> desk.putOptional(Optional.empty(), true));
		assertThat(this.evicted).isEmpty();
		desk((desk) -> desk.putOptional(Optional.of(new Named("n")), false));
		assertThat(this.evicted).isEmpty();
		desk((desk) -> desk.putOptional(Optional.of(new Named("n")), true));
		assertKeys("n");
	}

	@Test
	void theCachesOfTheRoot() {
		desk((desk) -> desk.byCaches(1L));
		assertKeys("tickets1");
	}

	@Test
	void severalAndComposed() {
		desk((desk) -> desk.several(1L));
		assertThat(this.evicted).extracting(Eviction::cacheName).containsExactlyInAnyOrder("tickets", "lots");
		assertAll();
		desk((desk) -> desk.composed(1L));
		assertKeys(1L);
		run((context) -> context.getBean(Typed.class).change(1L));
		assertKeys(1L);
	}

	@Test
	void withAnAnnotationOfOurs() {
		desk((desk) -> desk.both(1L));
		assertThat(this.evicted).extracting(Eviction::cacheName).containsExactlyInAnyOrder("tickets", "lots");
	}

	@Test
	void aStageEvictsWhenItIsComplete() {
		CompletableFuture<String> stage = new CompletableFuture<>();
		desk((desk) -> {
			desk.stage(1L, stage);
			assertThat(this.evicted).isEmpty();
			stage.complete("done");
		});
		assertKeys(1L);
		desk((desk) -> desk.stage(1L, CompletableFuture.failedFuture(new IllegalStateException())));
		assertAll();
	}

	@Test
	void aReactiveResultIsDoubtedAtEachErrorAndCancellation() {
		IllegalStateException failure = new IllegalStateException();
		desk((desk) -> {
			Mono<String> mono = desk.mono(1L, Mono.error(failure));
			assertThat(this.evicted).isEmpty();
			for (int subscription = 1; subscription <= 2; subscription++) {
				assertThat(catchThrowable(mono::block)).isSameAs(failure);
				assertThat(this.evicted).hasSize(subscription);
			}
		});
		assertAll();
		desk((desk) -> desk.mono(2L, Mono.never()).subscribe().dispose());
		assertAll();
		desk((desk) -> desk.flux(3L, Flux.just("a").concatWith(Mono.error(failure))).blockLast());
		assertAll();
		desk((desk) -> desk.flux(4L, Flux.just("a", "b")).blockFirst());
		assertAll();
		desk((desk) -> desk.monoByResult(Mono.error(failure)).block());
		assertAll();
		desk((desk) -> Flux.from(desk.publisher(5L, Mono.error(failure))).blockLast());
		assertAll();
	}

	@Test
	void aReactiveResultIsPendingFromEachSubscriptionToItsEnd() {
		run((context) -> {
			PendingCommits pending = context.getBean(PendingCommits.class);
			Sinks.One<String> result = Sinks.one();
			Sinks.One<String> others = Sinks.one();
			Mono<String> mono = context.getBean(Desk.class).mono(1L, result.asMono());
			Flux<String> flux = context.getBean(Desk.class).flux(1L, others.asMono().flux());
			assertThat(pending.oldestAge()).isZero();
			mono.subscribe();
			assertThat(pending.oldestAge()).isPositive();
			result.tryEmitValue("a");
			assertThat(pending.oldestAge()).isZero();
			Disposable subscription = flux.subscribe();
			assertThat(pending.oldestAge()).isPositive();
			subscription.dispose();
			assertThat(pending.oldestAge()).isZero();
		});
	}

	@Test
	void theSuccessOfAReactiveResultIsLeftToSpring() {
		List<@Nullable Object> results = new ArrayList<>();
		desk((desk) -> {
			results.add(desk.mono(1L, Mono.just("a")).block());
			results.add(desk.monoByResult(Mono.empty()).block());
		});
		assertThat(results).containsExactly("a", null);
		assertThat(this.evicted).as("by Spring, once for each call").hasSize(2);
	}

	@Test
	void anEvictionBeforeAReactiveMethodIsRepeatedAfterIt() {
		desk((desk) -> {
			Mono<String> mono = desk.monoAfter(1L, Mono.just("a"));
			this.evicted.clear();
			assertThat(mono.block()).isEqualTo("a");
			assertThat(this.evicted).isNotEmpty();
		});
		assertAll();
	}

	@Test
	void anUnmanagedCacheAndAReadAreNoMatterOfOurs() {
		this.contextRunner.withPropertyValues("perf-starter.coherence.enabled=false", "spring.cache.type=simple")
			.run((context) -> context.getBean(Desk.class).generated(1L));
		desk((desk) -> desk.read(1L));
		assertThat(this.evicted).isEmpty();
	}

	@Test
	void withoutCachingOrManagedCachesNothingIsAdvised() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, CoherenceAutoConfiguration.class,
					EvictionAutoConfiguration.class))
			.withBean(Typed.class)
			.run((context) -> assertThat(AopUtils.isAopProxy(context.getBean(Contract.class))).isFalse());
	}

	private void desk(Consumer<Desk> call) {
		run((context) -> call.accept(context.getBean(Desk.class)));
	}

	private void run(Consumer<ApplicationContext> call) {
		this.evicted.clear();
		this.contextRunner.run((context) -> {
			assertThat(context).hasNotFailed();
			catchThrowableOfType(RuntimeException.class, () -> call.accept(context));
		});
	}

	private void assertKeys(Object... keys) {
		assertThat(this.evicted).isNotEmpty()
			.allSatisfy((eviction) -> assertThat(eviction.keys()).containsExactlyInAnyOrder(keys));
	}

	private void assertAll() {
		assertThat(this.evicted).isNotEmpty().anySatisfy((eviction) -> assertThat(eviction.allEntries()).isTrue());
	}

	@Retention(RetentionPolicy.RUNTIME)
	@CacheEvict("tickets")
	@interface Composed {

	}

	/**
	 * Something with a name.
	 */
	public record Named(String name) {
	}

	static class Desk {

		@CacheEvict("tickets")
		public void generated(Long id) {
		}

		@CacheEvict("tickets")
		public void generated(Long id, String language) {
		}

		@CacheEvict("tickets")
		public void generated() {
		}

		@CacheEvict(cacheNames = "tickets", key = "'t-' + #id")
		public void byName(Long id) {
		}

		@CacheEvict(cacheNames = "tickets", key = "#a0 + #p1")
		public void byPosition(String language, Long id) {
		}

		@CacheEvict(cacheNames = "tickets",
				key = "#root.methodName + '-' + #root.targetClass.simpleName + '-' + #root.target.name() + '-' + #root.args[0]")
		public void byRoot(Long id) {
		}

		public String name() {
			return "Desk";
		}

		@CacheEvict(cacheNames = "tickets", key = "#ids")
		public void byList(List<Long> ids) {
		}

		@CacheEvict(cacheNames = "tickets", key = "#root.args[1]")
		public void byVariableArguments(Long... ids) {
		}

		@CacheEvict(cacheNames = "tickets", key = "#result")
		public String byResult(Long id) {
			if (id < 0) {
				throw new IllegalStateException();
			}
			return "r" + id;
		}

		@CacheEvict(cacheNames = "tickets", keyGenerator = "byClassAndMethod")
		public void byGenerator(Long id) {
		}

		@CacheEvict(cacheNames = "tickets", condition = "#id > 5")
		public void onCondition(Long id) {
		}

		@CacheEvict(cacheNames = "tickets", condition = "#result != null")
		public String onConditionOfResult(Long id) {
			return "r" + id;
		}

		@CacheEvict(cacheNames = "tickets", allEntries = true)
		public void all() {
		}

		@CacheEvict(cacheNames = "tickets", beforeInvocation = true)
		public void before(Long id) {
		}

		@CacheEvict(cacheNames = "tickets", key = "#id.none")
		public void failing(Long id) {
		}

		@CachePut("tickets")
		public String put(Long id) {
			return "put";
		}

		@CachePut(cacheNames = "tickets", key = "#result.name", unless = "#result == null")
		public @Nullable Named putUnlessNull(@Nullable Named named) {
			return named;
		}

		@CachePut(cacheNames = "tickets", key = "#result.name", condition = "#wanted", unless = "#result == null")
		public Optional<Named> putOptional(Optional<Named> named, boolean wanted) {
			return named;
		}

		@CacheEvict(cacheNames = "tickets", key = "#id")
		public void nullKey(@Nullable Long id) {
		}

		@CacheEvict(cacheNames = "tickets", key = "#root.caches[0].name + #id")
		public void byCaches(Long id) {
		}

		@Caching(evict = { @CacheEvict("tickets"), @CacheEvict(cacheNames = "lots", allEntries = true) },
				put = @CachePut("lots"))
		public String several(Long id) {
			throw new IllegalStateException();
		}

		@Composed
		public void composed(Long id) {
		}

		@CacheEvict("tickets")
		@EvictTicketCache(cacheNames = "lots", key = "#id")
		public void both(Long id) {
			throw new IllegalStateException();
		}

		@CacheEvict(cacheNames = "tickets", key = "#id")
		public CompletableFuture<String> stage(Long id, CompletableFuture<String> stage) {
			return stage;
		}

		@CachePut(cacheNames = "tickets", key = "#id")
		public Mono<String> mono(Long id, Mono<String> result) {
			return result;
		}

		@CacheEvict(cacheNames = "tickets", key = "#id")
		public Flux<String> flux(Long id, Flux<String> result) {
			return result;
		}

		@CacheEvict(cacheNames = "tickets", key = "#id", beforeInvocation = true)
		public Mono<String> monoAfter(Long id, Mono<String> result) {
			return result;
		}

		@CacheEvict(cacheNames = "tickets", key = "#id")
		public Publisher<String> publisher(Long id, Publisher<String> result) {
			return result;
		}

		@CacheEvict(cacheNames = "tickets", key = "#result")
		public Mono<String> monoByResult(Mono<String> result) {
			return result;
		}

		@Cacheable("tickets")
		public String read(Long id) {
			return "read";
		}

	}

	@CacheConfig(cacheNames = "tickets", keyGenerator = "byClassAndMethod")
	static class Configured {

		@CacheEvict
		public void change(Long id) {
		}

	}

	interface Contract {

		@CacheEvict("tickets")
		void change(Long id);

	}

	static class Typed implements Contract {

		@Override
		public void change(Long id) {
		}

	}

}
