package io.perfstarter.eviction.autoconfigure;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import javax.sql.DataSource;

import io.perfstarter.coherence.autoconfigure.CoherenceAutoConfiguration;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.PendingCommits;
import io.perfstarter.eviction.EvictTicketCache;
import io.perfstarter.jdbc.autoconfigure.JdbcObservationAutoConfiguration;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizationAutoConfiguration;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.Caching;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.interceptor.CacheInterceptor;
import org.springframework.cache.interceptor.CacheOperationSource;
import org.springframework.cache.interceptor.KeyGenerator;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.expression.spel.SpelEvaluationException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.reactive.AbstractReactiveTransactionManager;
import org.springframework.transaction.reactive.GenericReactiveTransaction;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for where and when Spring carries out its annotations on managed caches, and that
 * they behave as without the starter.
 */
class SpringChangesTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, DataSourceAutoConfiguration.class,
				TransactionManagerCustomizationAutoConfiguration.class,
				DataSourceTransactionManagerAutoConfiguration.class, TransactionAutoConfiguration.class,
				JdbcTemplateAutoConfiguration.class, CacheAutoConfiguration.class, CoherenceAutoConfiguration.class,
				JdbcObservationAutoConfiguration.class, EvictionAutoConfiguration.class))
		.withPropertyValues("perf-starter.coherence.caches.items.time-to-live=10m",
				"perf-starter.coherence.caches.others.time-to-live=10m", "spring.datasource.generate-unique-name=true")
		.withUserConfiguration(Application.class);

	@Test
	void anExceptionOfAnExpressionReachesTheCallerAfterTheCommit() {
		run((context) -> {
			assertThatExceptionOfType(SpelEvaluationException.class).isThrownBy(() -> items(context).failing(1));
			assertThat(items(context).rows(1)).isOne();
			assertThat(isDoubted(context, "items")).isTrue();
		});
	}

	@Test
	void anExceptionOfAnExpressionDoesNotRollBackTheTransactionOfTheCaller() {
		run((context) -> {
			context.getBean(TransactionTemplate.class)
				.executeWithoutResult((status) -> assertThatExceptionOfType(SpelEvaluationException.class)
					.isThrownBy(() -> items(context).failing(1)));
			assertThat(items(context).rows(1)).isOne();
			assertThat(isDoubted(context, "items")).isTrue();
		});
	}

	@Test
	void aKeyThatIsKnownOnlyAfterTheCommitIsPut() {
		run((context) -> {
			Item put = items(context).putAtCommit(7);
			assertThat(put.id).isEqualTo(7);
			assertThat(cache(context, "items").get(7, Item.class)).isSameAs(put);
			assertThat(items(context).rows(7)).isOne();
		});
	}

	@Test
	void aPutIsStoredOnceAndAtTheCommit() {
		run((context) -> {
			assertThatIllegalStateException()
				.isThrownBy(() -> context.getBean(TransactionTemplate.class).executeWithoutResult((status) -> {
					items(context).put(1);
					throw new IllegalStateException();
				}));
			assertThat(cache(context, "items").get(1)).isNull();
			Item put = items(context).put(1);
			assertThat(cache(context, "items").get(1, Item.class)).isSameAs(put);
		});
	}

	@Test
	void whatAFutureEvictsIsEvaluatedOnTheThreadOfTheCaller() {
		run((context) -> {
			cache(context, "others").get("tenant-1", Item::new);
			Tenant.set("tenant-");
			try {
				CompletableFuture<Void> done = new CompletableFuture<>();
				CompletableFuture<Void> changed = items(context).evictLater(1, done);
				Tenant.set(null);
				CompletableFuture.runAsync(() -> done.complete(null)).join();
				changed.join();
			}
			finally {
				Tenant.set(null);
			}
			assertThat(cache(context, "others").get("tenant-1")).isNull();
		});
	}

	@Test
	void aHitOfAMethodThatIsCachedAndEvictsStillEvicts() {
		run((context) -> {
			cache(context, "others").get(1, Item::new);
			assertThat(items(context).findAndEvict(1)).isEqualTo("1");
			assertThat(cache(context, "others").get(1)).isNull();
			cache(context, "others").get(1, Item::new);
			assertThat(items(context).findAndEvict(1)).isEqualTo("1");
			assertThat(cache(context, "others").get(1)).isNull();
			assertThat(isDoubted(context, "others")).isFalse();
		});
	}

	@Test
	void whatIsEvictedBeforeACommitIsDoubtedAfterIt() {
		run((context) -> {
			assertThat(isDoubted(context, "items")).isFalse();
			items(context).evictBefore(1);
			assertThat(isDoubted(context, "items")).isTrue();
		});
	}

	/**
	 * The thread may work for the call, or for nobody that knows of it, such as a
	 * scheduled job.
	 */
	@Test
	void aLateCommitOfAnotherThreadEvictsAgainAndDoubtsNothing() {
		run((context) -> {
			CountDownLatch changed = new CountDownLatch(1);
			CountDownLatch ended = new CountDownLatch(1);
			List<CompletableFuture<Void>> beside = new ArrayList<>();
			for (int id : new int[] { 1, 2 }) {
				cache(context, "items").get(id, Item::new);
			}
			items(context).evictWhile(1, () -> {
				beside.add(CompletableFuture
					.runAsync(() -> context.getBean(TransactionTemplate.class).executeWithoutResult((status) -> {
						context.getBean(JdbcTemplate.class).update("insert into item values (9)");
						changed.countDown();
						await(ended);
					}), (task) -> new Thread(task).start()));
				await(changed);
			});
			cache(context, "items").get(1, Item::new);
			ended.countDown();
			beside.get(0).join();
			assertThat(cache(context, "items").get(1)).isNull();
			assertThat(cache(context, "items").get(2)).isNotNull();
			assertThat(isDoubted(context, "items")).isFalse();
		});
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aFailureOfTheCommitDoubtsOnlyWhatWasCommitted(boolean committed) {
		run((context) -> {
			assertThatIllegalStateException()
				.isThrownBy(() -> items(context).evictWhile(1, () -> failAtCommit(committed)));
			assertThat(items(context).rows(1)).isEqualTo(committed ? 1 : 0);
			assertThat(isDoubted(context, "items")).isEqualTo(committed);
		});
	}

	private static void failAtCommit(boolean committed) {
		TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

			@Override
			public void beforeCommit(boolean readOnly) {
				if (!committed) {
					throw new IllegalStateException();
				}
			}

			@Override
			public void afterCommit() {
				throw new IllegalStateException();
			}

		});
	}

	private static void await(CountDownLatch latch) {
		try {
			assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * As with open-in-view, which keeps the connection of a request.
	 */
	@Test
	void aLaterChangeOnAConnectionThatIsKeptIsNoMatterOfAnEarlierCall() {
		run((context) -> {
			DataSource pool = context.getBean(DataSource.class);
			ConnectionHolder kept = new ConnectionHolder(DataSourceUtils.getConnection(pool));
			TransactionSynchronizationManager.bindResource(pool, kept);
			try {
				items(context).evictAlone(1);
				context.getBean(JdbcTemplate.class).update("insert into item values (2)");
				context.getBean(TransactionTemplate.class)
					.executeWithoutResult(
							(status) -> context.getBean(JdbcTemplate.class).update("insert into item values (3)"));
			}
			finally {
				TransactionSynchronizationManager.unbindResource(pool);
				DataSourceUtils.releaseConnection(kept.getConnection(), pool);
			}
			assertThat(isDoubted(context, "items")).isFalse();
		});
	}

	@Test
	void withAnInterceptorOfTheApplicationTheCacheIsDoubtedAtTheCommit() {
		this.contextRunner.withAllowBeanDefinitionOverriding(true)
			.withUserConfiguration(OwnInterceptor.class)
			.run((context) -> {
				cache(context, "items").get(1, Item::new);
				items(context).evict(1);
				assertThat(cache(context, "items").get(1)).isNull();
				assertThat(isDoubted(context, "items")).isTrue();
			});
		run((context) -> {
			items(context).evictTicket(1);
			assertThat(isDoubted(context, "items")).as("Spring has no part in it").isFalse();
			cache(context, "items").get(1, Item::new);
			items(context).evict(1);
			assertThat(cache(context, "items").get(1)).isNull();
			assertThat(isDoubted(context, "items")).isFalse();
		});
	}

	@Test
	void withAnInterceptorOfTheApplicationAReactiveResultIsPendingAndDoubtedAtItsEnd() {
		this.contextRunner.withAllowBeanDefinitionOverriding(true)
			.withUserConfiguration(OwnInterceptor.class)
			.run((context) -> {
				PendingCommits pending = context.getBean(PendingCommits.class);
				Sinks.One<String> done = Sinks.one();
				Mono<String> result = items(context).reactiveAlone(1, done.asMono());
				assertThat(pending.oldestAge()).isZero();
				result.subscribe();
				assertThat(pending.oldestAge()).isPositive();
				long subscribed = System.nanoTime();
				done.tryEmitValue("done");
				assertThat(pending.oldestAge()).isZero();
				assertThat(context.getBean(FreshnessWatermark.class).forCache("items").doubt(subscribed)).isNotNull();
			});
	}

	@Test
	void anExceptionOfAnExpressionOfACompletedFutureDoesNotRollBack() {
		run((context) -> {
			assertThat(items(context).futureWithFailingKey(1)).isCompletedExceptionally();
			assertThat(items(context).rows(1)).isOne();
		});
	}

	@Test
	void anExceptionOfAConditionOfAFutureDoesNotRollBack() {
		run((context) -> {
			assertThatExceptionOfType(SpelEvaluationException.class)
				.isThrownBy(() -> items(context).futureWithFailingCondition(1));
			assertThat(items(context).rows(1)).isOne();
		});
	}

	@Test
	void anExceptionOfAnExpressionBeforeTheInvocationDoesNotRollBackTheTransactionOfTheCaller() {
		run((context) -> {
			context.getBean(TransactionTemplate.class).executeWithoutResult((status) -> {
				context.getBean(JdbcTemplate.class).update("insert into item values (2)");
				assertThatExceptionOfType(SpelEvaluationException.class)
					.isThrownBy(() -> items(context).failingBefore(1));
			});
			assertThat(items(context).rows(2)).isOne();
		});
	}

	@Test
	void aTransactionalBeanThatThrowsInAnExpressionDoesNotRollBack() {
		run((context) -> {
			assertThatIllegalStateException().isThrownBy(() -> items(context).keyOfFailingBean(1));
			assertThat(items(context).rows(1)).isOne();
		});
	}

	@Test
	void aConditionSeesWhatTheCommitHasChanged() {
		run((context) -> {
			cache(context, "items").get(1, Item::new);
			items(context).evictIfFlushed(1);
			assertThat(cache(context, "items").get(1)).isNull();
		});
	}

	@Test
	void aKeySeesWhatTheCommitHasChanged() {
		run((context) -> {
			Item put = items(context).putByVersion(1);
			assertThat(cache(context, "items").get("1-1", Item.class)).isSameAs(put);
		});
	}

	@Test
	void aProxyOfTheApplicationEvicts() {
		run((context) -> {
			ProxyFactory factory = new ProxyFactory(new Items(context.getBean(JdbcTemplate.class)));
			factory.setProxyTargetClass(true);
			factory.addAdvice(context.getBean(CacheInterceptor.class));
			items(context).evictAlone(2);
			cache(context, "items").get(1, Item::new);
			((Items) factory.getProxy()).evictAlone(1);
			assertThat(cache(context, "items").get(1)).isNull();
		});
	}

	@Test
	void anAspectInsideOfTheCacheAdviceThatDoesNotProceedStillEvicts() {
		runWithAspect((context) -> {
			cache(context, "items").get(1, Item::new);
			assertThat(context.getBean(Advised.class).skipped(1)).isEqualTo("aspect");
			assertThat(cache(context, "items").get(1)).isNull();
		});
	}

	@Test
	void theResultOfAnAspectInsideOfTheCacheAdviceIsPut() {
		runWithAspect((context) -> {
			assertThat(context.getBean(Advised.class).replaced(1)).isEqualTo("aspect");
			assertThat(cache(context, "items").get(1, String.class)).isEqualTo("aspect");
		});
	}

	@Test
	void theArgumentsOfTheCallerAreTheKey() {
		runWithAspect((context) -> {
			cache(context, "items").get(1, Item::new);
			context.getBean(Advised.class).otherArgument(1);
			assertThat(cache(context, "items").get(1)).isNull();
		});
	}

	@Test
	void anAspectThatProceedsTwiceLeavesNothingPending() {
		runWithAspect((context) -> {
			context.getBean(Advised.class).twice(1);
			assertThat(context.getBean(PendingCommits.class).oldestAge()).isZero();
		});
	}

	@Test
	void aMethodInAReactiveTransactionLeavesNothingPending() {
		this.contextRunner.withUserConfiguration(Reactive.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(items(context).reactive(1).block()).isEqualTo("done");
			assertThat(context.getBean(PendingCommits.class).oldestAge()).isZero();
		});
	}

	private void run(Consumer<ApplicationContext> test) {
		this.contextRunner.run((context) -> {
			assertThat(context).hasNotFailed();
			test.accept(context);
		});
	}

	private void runWithAspect(Consumer<ApplicationContext> test) {
		this.contextRunner.withUserConfiguration(Between.class).run((context) -> {
			assertThat(context).hasNotFailed();
			test.accept(context);
		});
	}

	private static Items items(ApplicationContext context) {
		return context.getBean(Items.class);
	}

	private static Cache cache(ApplicationContext context, String name) {
		return context.getBean(CacheManager.class).getCache(name);
	}

	private static boolean isDoubted(ApplicationContext context, String cache) {
		return context.getBean(FreshnessWatermark.class)
			.forCache(cache)
			.doubt(System.nanoTime() - Duration.ofHours(1).toNanos()) != null;
	}

	/**
	 * The tenant of the current thread.
	 */
	static final class Tenant implements KeyGenerator {

		private static final ThreadLocal<@Nullable String> CURRENT = new ThreadLocal<>();

		static void set(@Nullable String tenant) {
			CURRENT.set(tenant);
		}

		@Override
		public Object generate(Object target, Method method, @Nullable Object... params) {
			return CURRENT.get() + params[0];
		}

	}

	/**
	 * Something with an id and a version.
	 */
	public static class Item {

		private @Nullable Integer id;

		private int version;

		public @Nullable Integer getId() {
			return this.id;
		}

		public int getVersion() {
			return this.version;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class Application {

		@Bean
		Items items(JdbcTemplate jdbc) {
			jdbc.execute("create table item (id int)");
			return new Items(jdbc);
		}

		@Bean
		Tenant tenant() {
			return new Tenant();
		}

		@Bean
		Failing failing() {
			return new Failing();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching(order = 0)
	@EnableTransactionManagement(order = 20)
	static class Between {

		@Bean
		Advised advised(JdbcTemplate jdbc) {
			return new Advised(jdbc);
		}

		@Bean
		Advice advice() {
			return new Advice();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Reactive {

		@Bean
		ReactiveTransactions reactive() {
			return new ReactiveTransactions();
		}

	}

	/**
	 * Transactions of no store.
	 */
	@SuppressWarnings("serial")
	static class ReactiveTransactions extends AbstractReactiveTransactionManager {

		@Override
		protected Object doGetTransaction(
				org.springframework.transaction.reactive.TransactionSynchronizationManager transactions) {
			return new Object();
		}

		@Override
		protected Mono<Void> doBegin(
				org.springframework.transaction.reactive.TransactionSynchronizationManager transactions,
				Object transaction, TransactionDefinition definition) {
			return Mono.empty();
		}

		@Override
		protected Mono<Void> doCommit(
				org.springframework.transaction.reactive.TransactionSynchronizationManager transactions,
				GenericReactiveTransaction status) {
			return Mono.empty();
		}

		@Override
		protected Mono<Void> doRollback(
				org.springframework.transaction.reactive.TransactionSynchronizationManager transactions,
				GenericReactiveTransaction status) {
			return Mono.empty();
		}

	}

	/**
	 * Throws in a transaction.
	 */
	static class Failing {

		@Transactional
		public Object fail() {
			throw new IllegalStateException();
		}

	}

	/**
	 * Is between the advice of the caches and that of the transactions.
	 */
	@Aspect
	@Order(10)
	static class Advice {

		@Around("execution(* io.perfstarter.eviction.autoconfigure.SpringChangesTests.Advised.*(..))")
		Object around(ProceedingJoinPoint point) throws Throwable {
			switch (point.getSignature().getName()) {
				case "skipped" -> {
				}
				case "otherArgument" -> point.proceed(new Object[] { 2 });
				case "twice" -> {
					point.proceed();
					point.proceed();
				}
				default -> point.proceed();
			}
			return "aspect";
		}

	}

	/**
	 * Is called through the aspect.
	 */
	static class Advised {

		private final JdbcTemplate jdbc;

		Advised(JdbcTemplate jdbc) {
			this.jdbc = jdbc;
		}

		@CacheEvict("items")
		public String skipped(int id) {
			return "method";
		}

		@CachePut("items")
		public String replaced(int id) {
			return "method";
		}

		@CacheEvict("items")
		public String otherArgument(int id) {
			return "method";
		}

		@Caching(cacheable = @Cacheable("others"), evict = @CacheEvict("items"))
		public String twice(int id) {
			this.jdbc.update("insert into item values (?)", id);
			return "method";
		}

	}

	/**
	 * Changes and caches items.
	 */
	static class Items {

		private final JdbcTemplate jdbc;

		Items(JdbcTemplate jdbc) {
			this.jdbc = jdbc;
		}

		public int rows(int id) {
			return this.jdbc.queryForObject("select count(*) from item where id = ?", Integer.class, id);
		}

		private void insert(int id) {
			this.jdbc.update("insert into item values (?)", id);
		}

		private Item flushedAtCommit() {
			Item item = new Item();
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
				@Override
				public void beforeCommit(boolean readOnly) {
					item.version = 1;
				}
			});
			return item;
		}

		@Transactional
		@CacheEvict(cacheNames = "items", key = "#id.none")
		public void failing(Integer id) {
			insert(id);
		}

		@Transactional
		@CachePut(cacheNames = "items", key = "#result.id")
		public Item putAtCommit(int id) {
			insert(id);
			Item item = new Item();
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
				@Override
				public void beforeCommit(boolean readOnly) {
					item.id = id;
				}
			});
			return item;
		}

		@Transactional
		@CachePut("items")
		public Item put(int id) {
			insert(id);
			return new Item();
		}

		@EvictTicketCache(cacheNames = "items", key = "#id")
		public void evictTicket(int id) {
			insert(id);
		}

		@CacheEvict("items")
		public void evictAlone(int id) {
			insert(id);
		}

		@Transactional
		@CacheEvict("items")
		public void evict(int id) {
			insert(id);
		}

		@Transactional
		@CacheEvict(cacheNames = "items", key = "#id")
		public void evictWhile(int id, Runnable body) {
			insert(id);
			body.run();
		}

		@Cacheable(cacheNames = "others", keyGenerator = "tenant")
		public String ofTenant(int id) {
			return "found";
		}

		@EvictTicketCache("others")
		public CompletableFuture<Void> evictLater(int id, CompletableFuture<Void> done) {
			return done;
		}

		@Caching(cacheable = @Cacheable("items"), evict = @CacheEvict("others"))
		public String findAndEvict(int id) {
			return Integer.toString(id);
		}

		@CacheEvict(cacheNames = "items", beforeInvocation = true)
		public void evictBefore(int id) {
			insert(id);
		}

		@Transactional("reactive")
		@CacheEvict("items")
		public Mono<String> reactive(int id) {
			insert(id);
			return Mono.just("done");
		}

		@CacheEvict("items")
		public Mono<String> reactiveAlone(int id, Mono<String> result) {
			return result;
		}

		@Transactional
		@CacheEvict(cacheNames = "items", key = "#result.none")
		public CompletableFuture<String> futureWithFailingKey(int id) {
			insert(id);
			return CompletableFuture.completedFuture("done");
		}

		@Transactional
		@CachePut(cacheNames = "items", condition = "#result.none")
		public CompletableFuture<String> futureWithFailingCondition(int id) {
			insert(id);
			return CompletableFuture.completedFuture("done");
		}

		@Transactional
		@CacheEvict(cacheNames = "items", key = "#id.none", beforeInvocation = true)
		public void failingBefore(int id) {
			insert(id);
		}

		@Transactional
		@CacheEvict(cacheNames = "items", key = "@failing.fail()")
		public void keyOfFailingBean(int id) {
			insert(id);
		}

		@Transactional
		@CacheEvict(cacheNames = "items", key = "#id", condition = "#result.version > 0")
		public Item evictIfFlushed(int id) {
			insert(id);
			return flushedAtCommit();
		}

		@Transactional
		@CachePut(cacheNames = "items", key = "#id + '-' + #result.version")
		public Item putByVersion(int id) {
			insert(id);
			return flushedAtCommit();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnInterceptor {

		@Bean
		static CacheInterceptor cacheInterceptor(CacheOperationSource operations) {
			CacheInterceptor interceptor = new CacheInterceptor() {
			};
			interceptor.setCacheOperationSource(operations);
			return interceptor;
		}

	}

}
