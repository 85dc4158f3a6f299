package io.perfstarter.eviction.autoconfigure;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

import io.perfstarter.coherence.autoconfigure.CoherenceAutoConfiguration;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
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
import org.springframework.transaction.reactive.TransactionalOperator;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for annotated methods with reactive results in reactive transactions.
 */
class ReactiveTransactionTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, CoherenceAutoConfiguration.class,
				EvictionAutoConfiguration.class))
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
	@ValueSource(strings = { "evict", "several", "save" })
	void whatAnotherReadsBeforeTheCommitIsEvictedAtTheCommit(String change) {
		run((items, transaction, cache) -> {
			Mono<?> changed = switch (change) {
				case "evict" -> items.change(1, "new");
				case "several" -> items.changeSeveral(1, "new").then();
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
		R2dbcTransactionManager transactionManager(ConnectionFactory connectionFactory) {
			return new R2dbcTransactionManager(connectionFactory);
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
	 * The items.
	 */
	static class Items {

		private final AtomicInteger loads = new AtomicInteger();

		private final DatabaseClient database;

		Items(DatabaseClient database) {
			this.database = database;
		}

		@Cacheable("items")
		public Mono<String> find(int id) {
			return this.database.sql("select text from item where id = :id")
				.bind("id", id)
				.map((row) -> row.get(0, String.class))
				.one()
				.doOnNext((text) -> this.loads.incrementAndGet());
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
		public Flux<String> changeSeveral(int id, String text) {
			return write(id, text).thenMany(Flux.just(text));
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
