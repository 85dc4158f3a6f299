package io.perfstarter.eviction.autoconfigure;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import io.perfstarter.coherence.autoconfigure.CoherenceAutoConfiguration;
import io.perfstarter.coherence.protocol.PendingCommits;
import io.perfstarter.jdbc.autoconfigure.JdbcObservationAutoConfiguration;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

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
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.expression.spel.SpelEvaluationException;
import org.springframework.jdbc.core.JdbcTemplate;
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
 * Tests that Spring's annotations on managed caches behave as without the starter.
 */
class SpringParityTests {

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
	void anExceptionOfAnExpressionOfACompletedFutureDoesNotRollBack() {
		run((context) -> {
			assertThat(items(context).futureWithFailingKey(1)).isCompletedExceptionally();
			assertThat(rows(context, 1)).isOne();
		});
	}

	@Test
	void anExceptionOfAConditionOfAFutureDoesNotRollBack() {
		run((context) -> {
			assertThatExceptionOfType(SpelEvaluationException.class)
				.isThrownBy(() -> items(context).futureWithFailingCondition(1));
			assertThat(rows(context, 1)).isOne();
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
			assertThat(rows(context, 2)).isOne();
		});
	}

	@Test
	void aTransactionalBeanThatThrowsInAnExpressionDoesNotRollBack() {
		run((context) -> {
			assertThatIllegalStateException().isThrownBy(() -> items(context).keyOfFailingBean(1));
			assertThat(rows(context, 1)).isOne();
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
			items(context).evict(2);
			cache(context, "items").get(1, Item::new);
			((Items) factory.getProxy()).evict(1);
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

	private static int rows(ApplicationContext context, int id) {
		return context.getBean(JdbcTemplate.class)
			.queryForObject("select count(*) from item where id = ?", Integer.class, id);
	}

	private static Cache cache(ApplicationContext context, String name) {
		return context.getBean(CacheManager.class).getCache(name);
	}

	/**
	 * Something with a version.
	 */
	public static class Item {

		private int version;

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

		@Around("execution(* io.perfstarter.eviction.autoconfigure.SpringParityTests.Advised.*(..))")
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
	 * Changes items.
	 */
	static class Items {

		private final JdbcTemplate jdbc;

		Items(JdbcTemplate jdbc) {
			this.jdbc = jdbc;
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

		@CacheEvict("items")
		public void evict(int id) {
			insert(id);
		}

		@Transactional("reactive")
		@CacheEvict("items")
		public Mono<String> reactive(int id) {
			insert(id);
			return Mono.just("done");
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

}
