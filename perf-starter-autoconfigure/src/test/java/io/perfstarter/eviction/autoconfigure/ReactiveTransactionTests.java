package io.perfstarter.eviction.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

import io.perfstarter.coherence.autoconfigure.CoherenceAutoConfiguration;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.PendingCommits;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.r2dbc.connection.R2dbcTransactionManager;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.reactive.GenericReactiveTransaction;
import org.springframework.transaction.reactive.TransactionSynchronization;
import org.springframework.transaction.reactive.TransactionSynchronizationManager;
import org.springframework.transaction.reactive.TransactionalOperator;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for annotated methods with reactive results in reactive transactions.
 */
class ReactiveTransactionTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, CoherenceAutoConfiguration.class,
				TransactionAutoConfiguration.class, EvictionAutoConfiguration.class))
		.withPropertyValues("perf-starter.coherence.caches.items.time-to-live=10m")
		.withUserConfiguration(Application.class);

	@Test
	void aLoadOutsideOfATransactionIsKept() {
		run((items, transaction, cache) -> {
			items.find(1).block();
			assertThat(items.find(1).block()).isEqualTo("old");
			assertThat(items.loads()).isOne();
			items.save(1, "new").block();
			assertThat(cache.get(1, String.class)).isEqualTo("new");
		});
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aValueThatIsLoadedOrPutInATransactionThatFailsIsNotKept(boolean put) {
		run((items, transaction, cache) -> {
			Mono<?> work = put ? items.save(1, "uncommitted") : items.write(1, "uncommitted").then(items.find(1));
			Mono<?> failing = transaction.transactional(work.then(Mono.error(new IllegalStateException("failed"))));
			assertThat(failing.onErrorComplete().block()).isNull();
			assertThat(cache.get(1)).isNull();
			assertThat(items.find(1).block()).isEqualTo("old");
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "evict", "several", "before", "save" })
	void whatAnotherReadsBeforeTheCommitIsEvictedAtTheCommit(String change) {
		run((items, transaction, cache) -> {
			Mono<?> changed = switch (change) {
				case "evict" -> items.change(1, "new");
				case "several" -> items.changeSeveral(1, "new").then();
				case "before" -> items.changeAfter(1, "new");
				default -> items.save(1, "new");
			};
			transaction.transactional(changed.then(Mono.fromCallable(() -> {
				assertThat(items.find(1).toFuture().get()).isEqualTo("old");
				assertThat(cache.get(1, String.class)).isEqualTo("old");
				return true;
			}))).block();
			assertThat(cache.get(1)).isNull();
			assertThat(items.find(1).block()).isEqualTo("new");
		});
	}

	@Test
	void whatAnotherReadsAfterAFailureIsDoubtedAtTheCommit() {
		this.contextRunner.run((context) -> {
			Items items = context.getBean(Items.class);
			List<Long> read = new ArrayList<>();
			Mono<?> changed = items.changeAndFail(1, "new").onErrorComplete().then(Mono.fromCallable(() -> {
				assertThat(items.find(1).toFuture().get()).isEqualTo("old");
				return read.add(System.nanoTime());
			}));
			context.getBean(TransactionalOperator.class).transactional(changed).block();
			assertThat(isDoubted(context, read.get(0))).isTrue();
			assertThat(context.getBean(PendingCommits.class).oldestAge()).isZero();
		});
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aChangeIsPendingUntilItsOwnTransactionHasCommitted(boolean put) {
		this.contextRunner.run((context) -> {
			Mono<?> changed = inOwnTransaction(context, put);
			PendingCommits pending = context.getBean(PendingCommits.class);
			List<Long> ages = new ArrayList<>();
			context.getBean(Transactions.class).commit = (commit) -> commit
				.then(Mono.fromRunnable(() -> ages.add(pending.oldestAge())));
			for (int subscription = 1; subscription <= 2; subscription++) {
				changed.block();
				assertThat(pending.oldestAge()).isZero();
			}
			assertThat(ages).hasSize(2).allSatisfy((age) -> assertThat(age).isPositive());
			assertThat(items(context).get(1, String.class)).isEqualTo(put ? "new" : null);
			assertThat(isDoubted(context, 0)).isFalse();
		});
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aCommitWithoutAnAnswerIsDoubtedAtEachSubscription(boolean put) {
		this.contextRunner.run((context) -> {
			Mono<?> changed = inOwnTransaction(context, put);
			context.getBean(Transactions.class).commit = (commit) -> commit
				.then(Mono.error(new IllegalStateException("no answer")));
			for (int subscription = 1; subscription <= 2; subscription++) {
				long before = System.nanoTime();
				assertThat(changed.onErrorComplete().block()).isNull();
				assertThat(isDoubted(context, before)).as("subscription " + subscription).isTrue();
			}
			assertThat(context.getBean(PendingCommits.class).oldestAge()).isZero();
		});
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aCancellationDuringTheCommitIsDoubted(boolean put) {
		this.contextRunner.run((context) -> {
			Disposable subscription = committing(context, put, Mono.never());
			assertThat(isDoubted(context, 0)).isFalse();
			subscription.dispose();
			assertThat(isDoubted(context, 0)).isTrue();
			assertThat(context.getBean(PendingCommits.class).oldestAge()).isZero();
		});
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aCommitThatFailsAfterItsCancellationIsDoubtedAgain(boolean put) {
		this.contextRunner.run((context) -> {
			Sinks.Empty<Void> answer = Sinks.empty();
			committing(context, put, answer.asMono()).dispose();
			long cancelled = System.nanoTime();
			assertThat(isDoubted(context, cancelled)).isFalse();
			Hooks.onErrorDropped((ex) -> {
			});
			try {
				answer.tryEmitError(new IllegalStateException("no answer"));
			}
			finally {
				Hooks.resetOnErrorDropped();
			}
			assertThat(isDoubted(context, cancelled)).isTrue();
		});
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void anErrorAfterTheCommitIsDoubted(boolean put) {
		this.contextRunner.run((context) -> {
			Mono<?> changed = inOwnTransaction(context, put);
			context.getBean(Items.class).afterCommit(Mono.error(new IllegalStateException("after the commit")));
			assertThat(changed.onErrorComplete().block()).isNull();
			assertThat(context.getBean(Items.class).text(1).block()).isEqualTo("new");
			assertThat(isDoubted(context, 0)).isTrue();
		});
	}

	@Test
	void aResultThatSpringCancelsAtItsFirstElementIsDoubted() {
		this.contextRunner.run((context) -> {
			Items items = context.getBean(Items.class);
			assertThat(items.changeSeveral(1, "new").collectList().block()).containsExactly("new");
			assertThat(isDoubted(context, 0)).isTrue();
		});
	}

	private static Mono<?> inOwnTransaction(ApplicationContext context, boolean put) {
		Items items = context.getBean(Items.class);
		return put ? items.saveInTransaction(1, "new") : items.changeInTransaction(1, "new");
	}

	/**
	 * Subscribes to a change, and waits until its commit waits for its answer.
	 */
	private static Disposable committing(ApplicationContext context, boolean put, Mono<Void> answer)
			throws InterruptedException {
		Mono<?> changed = inOwnTransaction(context, put);
		CountDownLatch committing = new CountDownLatch(1);
		context.getBean(Transactions.class).commit = (commit) -> commit
			.then(answer.doOnSubscribe((subscription) -> committing.countDown()));
		Disposable subscription = changed.subscribe();
		assertThat(committing.await(30, TimeUnit.SECONDS)).isTrue();
		return subscription;
	}

	private static boolean isDoubted(ApplicationContext context, long loadedAt) {
		long loaded = (loadedAt != 0) ? loadedAt : System.nanoTime() - Duration.ofHours(1).toNanos();
		return context.getBean(FreshnessWatermark.class).forCache("items").doubt(loaded) != null;
	}

	private void run(Scenario scenario) {
		this.contextRunner.run((context) -> {
			assertThat(context).hasNotFailed();
			scenario.run(context.getBean(Items.class), context.getBean(TransactionalOperator.class), items(context));
		});
	}

	private static Cache items(ApplicationContext context) {
		return context.getBean(CacheManager.class).getCache("items");
	}

	/**
	 * What a test does with the application.
	 */
	@FunctionalInterface
	private interface Scenario {

		void run(Items items, TransactionalOperator transaction, Cache cache);

	}

	/**
	 * An application with one table.
	 */
	@Configuration(proxyBeanMethods = false)
	static class Application {

		@Bean
		ConnectionFactory connectionFactory() {
			return ConnectionFactories.get("r2dbc:h2:mem:///" + UUID.randomUUID() + "?options=DB_CLOSE_DELAY=-1");
		}

		@Bean
		Transactions transactionManager(ConnectionFactory connectionFactory) {
			return new Transactions(connectionFactory);
		}

		@Bean
		TransactionalOperator transactionalOperator(R2dbcTransactionManager manager) {
			return TransactionalOperator.create(manager);
		}

		@Bean
		Items items(ConnectionFactory connectionFactory) {
			DatabaseClient database = DatabaseClient.create(connectionFactory);
			database.sql("create table item (id int primary key, text varchar(20))").then().block();
			database.sql("insert into item values (1, 'old')").then().block();
			return new Items(database);
		}

	}

	/**
	 * Transactions whose commits a test delays or fails.
	 */
	@SuppressWarnings("serial")
	static class Transactions extends R2dbcTransactionManager {

		private volatile UnaryOperator<Mono<Void>> commit = UnaryOperator.identity();

		Transactions(ConnectionFactory connectionFactory) {
			super(connectionFactory);
		}

		@Override
		protected Mono<Void> doCommit(TransactionSynchronizationManager transactions,
				GenericReactiveTransaction status) {
			return this.commit.apply(super.doCommit(transactions, status));
		}

	}

	/**
	 * The items.
	 */
	static class Items {

		private final AtomicInteger loads = new AtomicInteger();

		private final DatabaseClient database;

		private volatile Mono<Void> afterCommit = Mono.empty();

		Items(DatabaseClient database) {
			this.database = database;
		}

		@Cacheable("items")
		public Mono<String> find(int id) {
			return text(id).doOnNext((text) -> this.loads.incrementAndGet());
		}

		public Mono<String> text(int id) {
			return this.database.sql("select text from item where id = :id")
				.bind("id", id)
				.map((row) -> row.get(0, String.class))
				.one();
		}

		@CachePut(cacheNames = "items", key = "#id")
		public Mono<String> save(int id, String text) {
			return write(id, text).thenReturn(text);
		}

		@CacheEvict(cacheNames = "items", key = "#id")
		public Mono<Void> change(int id, String text) {
			return write(id, text);
		}

		@CacheEvict(cacheNames = "items", key = "#id")
		public Mono<Void> changeAndFail(int id, String text) {
			return write(id, text).then(Mono.error(new IllegalStateException("failed")));
		}

		@CacheEvict(cacheNames = "items", key = "#id", beforeInvocation = true)
		public Mono<Void> changeAfter(int id, String text) {
			return write(id, text);
		}

		@Transactional
		@CacheEvict(cacheNames = "items", key = "#id")
		public Mono<Void> changeInTransaction(int id, String text) {
			return writeAndThen(id, text);
		}

		@Transactional
		@CachePut(cacheNames = "items", key = "#id")
		public Mono<String> saveInTransaction(int id, String text) {
			return writeAndThen(id, text).thenReturn(text);
		}

		private Mono<Void> writeAndThen(int id, String text) {
			return TransactionSynchronizationManager.forCurrentTransaction()
				.doOnNext((transaction) -> transaction.registerSynchronization(new TransactionSynchronization() {
					@Override
					public Mono<Void> afterCommit() {
						return Items.this.afterCommit;
					}
				}))
				.then(write(id, text));
		}

		@CacheEvict(cacheNames = "items", key = "#id")
		public Flux<String> changeSeveral(int id, String text) {
			return write(id, text).thenMany(Flux.just(text));
		}

		void afterCommit(Mono<Void> afterCommit) {
			this.afterCommit = afterCommit;
		}

		int loads() {
			return this.loads.get();
		}

		Mono<Void> write(int id, String text) {
			return this.database.sql("update item set text = :text where id = :id")
				.bind("text", text)
				.bind("id", id)
				.then();
		}

	}

}
