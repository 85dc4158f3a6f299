package io.perfstarter.coherence.matrix;

import java.io.IOException;
import java.sql.Connection;
import java.util.concurrent.CompletableFuture;

import javax.sql.DataSource;

import io.perfstarter.coherence.contract.CacheKind;
import io.perfstarter.eviction.TicketCacheEvictor;
import io.perfstarter.fixtures.Tier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.cache.Cache;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests for changes at the edges of transactions: of several in one transaction, after a
 * commit within another transaction, after its commit, and outside of Spring.
 */
@Timeout(180)
@Tag(Tier.CI)
class TransactionEdgeTests {

	@AutoClose
	private static Pair pair;

	private final Instance first = pair.first;

	private final Edges edges = this.first.bean(Edges.class);

	@BeforeAll
	static void start() {
		pair = new Pair(Application.class, CacheKind.CAFFEINE);
	}

	@Test
	void aPutValueIsNotKeptWhenTheOuterMethodChangesItAndThrows() {
		long id = pair.newPrice();
		catchThrowable(() -> this.edges.evict(id, () -> {
			this.first.prices().putInTransaction(id, () -> "interim");
			this.first.change(id);
			throw new IOException();
		}));
		pair.assertFreshWithinTheBound(id);
	}

	@Test
	void aPutValueIsNotKeptWhenALaterChangeThrowsAndIsCaught() {
		long id = pair.newPrice();
		this.first.inTransaction(() -> {
			this.first.prices().putInTransaction(id, () -> "interim");
			catchThrowable(() -> this.edges.evict(id, () -> {
				this.first.change(id);
				throw new IOException();
			}));
			return null;
		});
		pair.assertFreshWithinTheBound(id);
	}

	@Test
	void aPutValueIsNotKeptWhenAMethodThatEvictsBeforehandChangesIt() throws Exception {
		long id = pair.newPrice();
		this.edges.evictBefore(id, () -> {
			this.first.prices().putInTransaction(id, () -> "interim");
			return this.first.change(id);
		});
		pair.assertFreshWithinTheBound(id);
	}

	@Test
	void aPutValueIsNotKeptWhenAFailedFutureChangesIt() {
		long id = pair.newPrice();
		this.first.inTransaction(() -> {
			this.first.prices().putInTransaction(id, () -> "interim");
			this.first.prices().evictByFuture(id, () -> {
				this.first.change(id);
				return CompletableFuture.failedFuture(new IOException());
			});
			return null;
		});
		pair.assertFreshWithinTheBound(id);
	}

	@Test
	void aPutWithTheKeyOfAMissingResultLeavesAllEntriesAlone() throws Exception {
		long id = pair.newPrice();
		long other = pair.newPrice();
		this.edges.putByResult(() -> {
			this.first.change(other);
			return null;
		});
		pair.assertPeerHasKept(id);
	}

	@ParameterizedTest
	@ValueSource(strings = { "method", "evict", "put", "evictor" })
	void aChangeAfterTheCommitReachesBothInstances(String way) {
		long id = pair.newPrice();
		this.first.inTransaction(() -> {
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
				@Override
				public void afterCommit() {
					changeBy(way, id);
					// Readers may come before the connection commits.
					TransactionEdgeTests.this.first.beside(() -> TransactionEdgeTests.this.first.prices().price(id))
						.join();
					pair.second.prices().price(id);
				}
			});
			return null;
		});
		assertThat(pair.stored(id)).isEqualTo(Instance.NEW);
		pair.assertFresh(id);
	}

	@ParameterizedTest
	@ValueSource(strings = { "method", "evict", "put", "evictor" })
	void aChangeInATransactionUnknownToSpringReachesBothInstances(String way) throws Exception {
		long id = pair.newPrice();
		try (Connection connection = this.first.bean(DataSource.class).getConnection()) {
			connection.setAutoCommit(false);
			new JdbcTemplate(new SingleConnectionDataSource(connection, true))
				.update("update price set amount = ? where id = ?", Instance.NEW, id);
			declareBy(way, id, () -> Instance.NEW);
			assertThat(this.first.beside(() -> this.first.prices().price(id)).join()).isEqualTo(Instance.OLD);
			assertThat(pair.second.prices().price(id)).isEqualTo(Instance.OLD);
			connection.commit();
		}
		pair.assertFresh(id);
	}

	@ParameterizedTest
	@ValueSource(strings = { "method", "evict", "put", "evictor" })
	void aCommitWithinATransactionThatIsRolledBackReachesBothInstances(String way) {
		long id = pair.newPrice();
		catchThrowable(() -> this.first.inTransaction(() -> {
			this.first.inNewTransaction(() -> this.first.change(id));
			declareBy(way, id, () -> Instance.NEW);
			throw new IllegalStateException();
		}));
		pair.assertFresh(id);
	}

	@Test
	void aStatementOfAnotherPoolInATransactionThatIsRolledBackReachesBothInstances() {
		long id = pair.newPrice();
		catchThrowable(() -> this.first.inTransaction(() -> {
			this.first.bean(CommittedTests.Changed.class).byOther(id);
			this.first.cache().evict(id);
			throw new IllegalStateException();
		}));
		pair.assertFresh(id);
	}

	@Test
	void aChangeOfTheCallerReachesBothInstancesAlthoughTheMethodThrows() {
		long id = pair.newPrice();
		this.first.inTransaction(() -> {
			this.first.change(id);
			return catchThrowable(() -> this.edges.evict(id, () -> {
				throw new IOException();
			}));
		});
		pair.assertFreshWithinTheBound(id);
	}

	@Test
	void aMethodThatThrowsEvictsNothingIfNeitherItNorItsCallerChangesData() throws Exception {
		long id = pair.newPrice();
		this.first.inTransaction(() -> catchThrowable(() -> this.edges.evict(id, () -> {
			throw new IOException();
		})));
		pair.assertPeerHasKept(id);
	}

	@Test
	void whatAMethodCommitsIsSeenWhileItsFutureGoesOn() throws Exception {
		long id = pair.newPrice();
		CompletableFuture<String> future = new CompletableFuture<>();
		this.edges.evictByFuture(id, () -> {
			this.first.change(id);
			return future;
		});
		pair.assertFreshWithinTheBound(id);
		future.complete(Instance.NEW);
		pair.assertFresh(id);
	}

	private void changeBy(String way, long id) {
		try {
			if (way.equals("method")) {
				this.edges.evict(id, () -> this.first.change(id));
			}
			else {
				this.first.change(id);
				declareBy(way, id, () -> Instance.NEW);
			}
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void declareBy(String way, long id, Body<String> body) throws Exception {
		Cache cache = this.first.cache();
		switch (way) {
			case "method" -> this.first.prices().evict(id, body);
			case "evict" -> cache.evict(id);
			case "put" -> cache.put(id, body.run());
			default -> this.first.bean(TicketCacheEvictor.class).evict(Prices.CACHE, id);
		}
	}

	/**
	 * Further methods that change a price.
	 */
	static class Edges {

		@Transactional
		@CacheEvict(cacheNames = Prices.CACHE, key = "#id")
		public String evict(long id, Body<String> body) throws Exception {
			return body.run();
		}

		@Transactional
		@CacheEvict(cacheNames = Prices.CACHE, key = "#id", beforeInvocation = true)
		public String evictBefore(long id, Body<String> body) throws Exception {
			return body.run();
		}

		@CachePut(cacheNames = Prices.CACHE, key = "#result.length()", unless = "#result == null")
		public @Nullable String putByResult(Body<@Nullable String> body) throws Exception {
			return body.run();
		}

		@Transactional
		@CacheEvict(cacheNames = Prices.CACHE, key = "#id")
		public CompletableFuture<String> evictByFuture(long id, Body<CompletableFuture<String>> body) throws Exception {
			return body.run();
		}

	}

	/**
	 * Two pools, each with its manager.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	@Import(CommittedTests.TwoManagers.class)
	static class Application {

		@Bean
		Edges edges() {
			return new Edges();
		}

	}

}
