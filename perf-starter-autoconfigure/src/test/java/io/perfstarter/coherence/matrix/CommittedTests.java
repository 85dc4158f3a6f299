package io.perfstarter.coherence.matrix;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.coherence.contract.CacheKind;
import io.perfstarter.fixtures.UsualRows;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.jdbc.autoconfigure.DataSourceProperties;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.interceptor.TransactionInterceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests that what a method has committed reaches both instances, however the method
 * ended, with each annotation and with each order of the advice.
 */
@Timeout(180)
@ParameterizedClass(name = "{0}")
@MethodSource("applications")
@UsualRows
class CommittedTests {

	private static Pair pair;

	private final Instance first = pair.first;

	CommittedTests(Class<?> application, CacheKind kind) {
	}

	static Stream<Arguments> applications() {
		return Stream.of(Arguments.of(Named.of("default order", DefaultOrder.class), CacheKind.EHCACHE),
				Arguments.of(Named.of("caching outside", CachingOutside.class), CacheKind.CAFFEINE),
				Arguments.of(Named.of("caching inside", CachingInside.class), CacheKind.JCACHE));
	}

	@BeforeParameterizedClassInvocation
	static void start(Class<?> application, CacheKind kind) {
		pair = new Pair(application, kind);
	}

	@AfterParameterizedClassInvocation
	static void stop() {
		pair.close();
	}

	static Stream<Arguments> rows(List<Case> cases) {
		return Stream.of(Changes.Ticket.class, Changes.Evict.class, Changes.Put.class, Changes.All.class)
			.flatMap((kind) -> cases.stream().map((it) -> Arguments.of(kind.getSimpleName(), it.name(), kind, it)));
	}

	/**
	 * Of a method that throws after a commit nobody evaluates what it has changed, so its
	 * caches are doubted: the bound holds, but not more.
	 */
	static Stream<Arguments> committed() {
		List<Case> cases = new ArrayList<>();
		cases.add(new Case("it returns", (on, of, id) -> of.inTransaction(id, () -> on.change(id))));
		cases.add(Case.bounded("checked exception", (on, of, id) -> of.inTransaction(id, () -> {
			on.change(id);
			throw new IOException();
		})));
		cases.add(Case.bounded("noRollbackFor", (on, of, id) -> of.withoutRollback(id, () -> {
			on.change(id);
			throw new IllegalStateException();
		})));
		cases.add(Case.bounded("error after an inner commit", (on, of, id) -> of.alone(id, () -> {
			on.inTransaction(() -> on.change(id));
			throw new AssertionError();
		})));
		cases.add(Case.bounded("exception after a statement without a transaction", (on, of, id) -> of.alone(id, () -> {
			on.change(id);
			throw new IllegalStateException();
		})));
		cases.add(Case.bounded("checked exception after an inner commit", (on, of, id) -> of.alone(id, () -> {
			on.inTransaction(() -> on.change(id));
			throw new IOException();
		})));
		cases.add(Case.bounded("inner REQUIRES_NEW, outer rollback", (on, of, id) -> of.withRollback(id, () -> {
			on.inNewTransaction(() -> on.change(id));
			throw new IOException();
		})));
		cases.add(new Case("annotated REQUIRES_NEW, rollback by the caller", (on, of, id) -> on.inTransaction(() -> {
			of.inNewTransaction(id, () -> on.change(id));
			throw new IllegalStateException();
		})));
		cases.add(new Case("NOT_SUPPORTED, rollback by the caller", (on, of, id) -> on.inTransaction(() -> {
			of.suspending(id, () -> on.change(id));
			throw new IllegalStateException();
		})));
		cases.add(new Case("NESTED, caller commits",
				(on, of, id) -> on.inTransaction(() -> of.nested(id, () -> on.change(id)))));
		cases.add(new Case("other manager",
				(on, of, id) -> of.byOtherManager(id, () -> on.bean(Changed.class).byOther(id))));
		cases.add(Case.bounded("other manager, checked exception", (on, of, id) -> of.byOtherManager(id, () -> {
			on.bean(Changed.class).byOther(id);
			throw new IOException();
		})));
		cases.add(Case.bounded("commit by the default manager in a transaction of the other one that is rolled back",
				(on, of, id) -> of.byOtherManager(id, () -> {
					on.inTransaction(() -> on.change(id));
					throw new IllegalStateException();
				})));
		cases.add(new Case("future completes, caller's transaction is rolled back",
				(on, of, id) -> on.inTransaction(() -> {
					of.future(id, () -> on.beside(() -> on.inTransaction(() -> on.change(id)))).join();
					throw new IllegalStateException();
				})));
		cases.add(Case.bounded("future fails after a commit of its thread",
				(on, of, id) -> of.future(id, () -> on.beside(() -> {
					on.inTransaction(() -> on.change(id));
					throw new IllegalStateException();
				})).join()));
		cases.add(Case.bounded("future has failed, transaction commits",
				(on, of, id) -> of.futureInTransaction(id, () -> {
					on.change(id);
					return CompletableFuture.failedFuture(new IOException());
				}).join()));
		cases.add(Case.bounded("checked exception after work of another thread", (on, of, id) -> of.alone(id, () -> {
			on.beside(() -> on.inTransaction(() -> on.change(id))).join();
			throw new IOException();
		})));
		return rows(cases);
	}

	/**
	 * Cancelling the future of Spring's advice does not cancel that of the method, which
	 * goes on. So this is evicted at its end, or served by its own age until then.
	 */
	static Stream<Arguments> cancelled() {
		Case it = Case.bounded("future is cancelled after a commit", (on, of, id) -> {
			CountDownLatch committed = new CountDownLatch(1);
			CompletableFuture<String> future = of.future(id, () -> on.beside(() -> {
				on.inTransaction(() -> on.change(id));
				committed.countDown();
				new CountDownLatch(1).await();
				return Instance.NEW;
			}));
			committed.await();
			future.cancel(true);
			return null;
		});
		return Stream.of(Arguments.of("Ticket", it.name(), Changes.Ticket.class, it));
	}

	static Stream<Arguments> rolledBack() {
		List<Case> cases = new ArrayList<>();
		cases.add(new Case("exception", (on, of, id) -> of.inTransaction(id, () -> {
			on.change(id);
			throw new IllegalStateException();
		})));
		cases.add(new Case("rollbackFor", (on, of, id) -> of.withRollback(id, () -> {
			on.change(id);
			throw new IOException();
		})));
		cases.add(new Case("rollback only", (on, of, id) -> of.inTransaction(id, () -> {
			String changed = on.change(id);
			TransactionInterceptor.currentTransactionStatus().setRollbackOnly();
			return changed;
		})));
		cases.add(new Case("rollback by the caller", (on, of, id) -> on.inTransaction(() -> {
			of.inTransaction(id, () -> on.change(id));
			throw new IllegalStateException();
		})));
		cases.add(new Case("annotated REQUIRES_NEW throws, caller commits", (on, of, id) -> on.inTransaction(() -> {
			catchThrowable(() -> of.inNewTransaction(id, () -> {
				on.change(id);
				throw new IllegalStateException();
			}));
			return null;
		})));
		return rows(cases);
	}

	@ParameterizedTest(name = "{0}, {1}")
	@MethodSource({ "committed", "cancelled" })
	void whatIsCommittedReachesBothInstances(String annotation, String name, Class<? extends Changes.Kind> kind,
			Case it) throws Exception {
		long id = pair.newPrice();
		catchThrowable(() -> it.change().on(this.first, this.first.bean(kind), id));
		assertThat(pair.stored(id)).isEqualTo(Instance.NEW);
		if (it.exact()) {
			pair.assertFresh(id);
		}
		else {
			pair.assertFreshWithinTheBound(id);
		}
	}

	/**
	 * The callbacks of a stage run after those that were added later, and whoever sees
	 * that the stage is complete does not wait for them.
	 */
	@Test
	void whatAStageHasCommittedIsNotServedBeforeItsLateEviction() {
		long id = pair.newPrice();
		CountDownLatch added = new CountDownLatch(1);
		CountDownLatch read = new CountDownLatch(1);
		catchThrowable(() -> this.first.inTransaction(() -> {
			CompletableFuture<String> stage = this.first.bean(Changes.Ticket.class)
				.future(id, () -> this.first.beside(() -> {
					String changed = this.first.inTransaction(() -> this.first.change(id));
					added.await();
					return changed;
				}));
			stage.thenRun(() -> awaitUnchecked(read));
			added.countDown();
			// Does not help to run the callbacks, as join() does.
			Pair.soon(Pair.LONG).until(stage::isDone);
			throw new IllegalStateException();
		}));
		try {
			assertThat(this.first.prices().price(id)).isEqualTo(Instance.NEW);
		}
		finally {
			read.countDown();
		}
		pair.assertFresh(id);
	}

	private static void awaitUnchecked(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@ParameterizedTest(name = "{0}, {1}")
	@MethodSource("rolledBack")
	void whatIsRolledBackStays(String annotation, String name, Class<? extends Changes.Kind> kind, Case it)
			throws Exception {
		// The test before may have evicted all.
		pair.awaitAllMessages();
		long id = pair.newPrice();
		catchThrowable(() -> it.change().on(this.first, this.first.bean(kind), id));
		assertThat(pair.stored(id)).isEqualTo(Instance.OLD);
		pair.assertFresh(id);
		// Spring's caching advice does not see that a method that returns has been rolled
		// back.
		if (!name.equals("rollback only") || kind == Changes.Ticket.class) {
			pair.assertPeerHasKept(id);
		}
	}

	static Stream<Arguments> kinds() {
		return rows(List.of(new Case("goes on", (on, of, id) -> null)));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("kinds")
	void anInnerCommitReachesBothInstancesWhileTheOuterTransactionGoesOn(String annotation, String name,
			Class<? extends Changes.Kind> kind, Case it) throws Exception {
		long id = pair.newPrice();
		this.first.bean(kind).inTransaction(id, () -> {
			this.first.inNewTransaction(() -> this.first.change(id));
			return this.first.beside(() -> {
				pair.assertFreshWithinTheBound(id);
				return Instance.NEW;
			}).join();
		});
		pair.assertFresh(id);
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("kinds")
	void aCommitReachesBothInstancesWhileAMethodWithoutATransactionGoesOn(String annotation, String name,
			Class<? extends Changes.Kind> kind, Case it) throws Exception {
		long id = pair.newPrice();
		this.first.bean(kind).alone(id, () -> {
			this.first.inTransaction(() -> this.first.change(id));
			return this.first.beside(() -> {
				pair.assertFreshWithinTheBound(id);
				return Instance.NEW;
			}).join();
		});
		pair.assertFresh(id);
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("kinds")
	void aStatementReachesBothInstancesWhileAMethodWithoutATransactionGoesOn(String annotation, String name,
			Class<? extends Changes.Kind> kind, Case it) throws Exception {
		long id = pair.newPrice();
		this.first.bean(kind).alone(id, () -> {
			this.first.change(id);
			return this.first.beside(() -> {
				pair.assertFreshWithinTheBound(id);
				return Instance.NEW;
			}).join();
		});
		pair.assertFresh(id);
	}

	/**
	 * A way in which a method ends.
	 */
	record Case(String name, boolean exact, Change change) {

		Case(String name, Change change) {
			this(name, true, change);
		}

		static Case bounded(String name, Change change) {
			return new Case(name, false, change);
		}

	}

	/**
	 * Changes a price.
	 */
	@FunctionalInterface
	interface Change {

		Object on(Instance instance, Changes.Kind kind, long id) throws Exception;

	}

	/**
	 * Changes prices by the other data source.
	 */
	static class Changed {

		private final JdbcTemplate other;

		Changed(DataSource other) {
			this.other = new JdbcTemplate(other);
		}

		String byOther(long id) {
			this.other.update("update price set amount = ? where id = ?", Instance.NEW, id);
			return Instance.NEW;
		}

		String readByOther(long id) {
			return this.other.queryForObject("select amount from price where id = ?", String.class, id);
		}

	}

	/**
	 * The order of the advice is the default one.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	@Import(TwoManagers.class)
	static class DefaultOrder {

	}

	/**
	 * Two pools, each with its manager.
	 */
	@Configuration(proxyBeanMethods = false)
	@Import({ PricesApplication.class, Changes.Ticket.class, Changes.Evict.class, Changes.Put.class,
			Changes.All.class })
	static class TwoManagers {

		@Bean
		@Primary
		HikariDataSource dataSource(DataSourceProperties properties) {
			return properties.initializeDataSourceBuilder().type(HikariDataSource.class).build();
		}

		@Bean
		HikariDataSource otherDataSource(DataSourceProperties properties) {
			return properties.initializeDataSourceBuilder().type(HikariDataSource.class).build();
		}

		@Bean
		@Primary
		PlatformTransactionManager transactionManager(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

		@Bean
		PlatformTransactionManager otherManager(@Qualifier("otherDataSource") DataSource otherDataSource) {
			return new JdbcTransactionManager(otherDataSource);
		}

		@Bean
		Changed changed(@Qualifier("otherDataSource") DataSource otherDataSource) {
			return new Changed(otherDataSource);
		}

	}

	/**
	 * The advice of caching is outside that of transactions.
	 */
	@Configuration(proxyBeanMethods = false)
	@Import(TwoManagers.class)
	@EnableTransactionManagement(proxyTargetClass = true, order = 200)
	@EnableCaching(proxyTargetClass = true, order = 100)
	static class CachingOutside {

	}

	/**
	 * The advice of caching is inside that of transactions.
	 */
	@Configuration(proxyBeanMethods = false)
	@Import(TwoManagers.class)
	@EnableTransactionManagement(proxyTargetClass = true, order = 100)
	@EnableCaching(proxyTargetClass = true, order = 200)
	static class CachingInside {

	}

}
