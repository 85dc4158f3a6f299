package io.perfstarter.coherence.matrix;

import java.sql.Connection;

import javax.sql.DataSource;

import io.perfstarter.coherence.contract.CacheKind;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for values and changes whose origin is not seen: at most the bound later, nobody
 * returns what the database does not say.
 */
@Timeout(180)
class UnseenOriginTests {

	@AutoClose
	private static Pair pair;

	private final Instance first = pair.first;

	private final Instance second = pair.second;

	@BeforeAll
	static void start() {
		pair = new Pair(Application.class, CacheKind.CAFFEINE);
	}

	/**
	 * A task that keeps a cache warm: it reads all rows, and puts them afterwards.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "put", "putIfAbsent" })
	void aValueReadBeforeAChangeOfThePeerAndPutAfterItIsServedForTheBoundAtMost(String way) throws Exception {
		long id = pair.newUncachedPrice();
		String read = this.first.jdbc().queryForObject("select amount from price where id = ?", String.class, id);
		changeAtThePeer(id);
		if (way.equals("put")) {
			this.first.cache().put(id, read);
		}
		else {
			this.first.cache().putIfAbsent(id, read);
		}
		assertFreshAfterTheBound(id);
	}

	/**
	 * A view of a price is looked up after the price was read, and is composed with more
	 * that is read after the miss.
	 */
	@Test
	void aValueReadBeforeTheMissAndPutAfterAnotherStatementIsServedForTheBoundAtMost() throws Exception {
		long id = pair.newUncachedPrice();
		String read = this.first.jdbc().queryForObject("select amount from price where id = ?", String.class, id);
		changeAtThePeer(id);
		assertThat(this.first.cache().get(id)).isNull();
		this.first.jdbc().queryForList("select count(*) from price");
		this.first.cache().put(id, read);
		assertFreshAfterTheBound(id);
	}

	@ParameterizedTest
	@ValueSource(strings = { "select 1; rollback to savepoint a", "select 1; rollback to savepoint a; select 2" })
	void aValueIsNotKeptThatOneOfSeveralStatementsInATextRollsBack(String text) {
		long id = pair.newUncachedPrice();
		this.first.inTransaction(() -> {
			this.first.jdbc().execute("savepoint a");
			this.first.change(id);
			assertThat(this.first.prices().price(id)).isEqualTo(Instance.NEW);
			this.first.jdbc().execute(text);
			return null;
		});
		assertThat(pair.stored(id)).isEqualTo(Instance.OLD);
		assertFreshAfterTheBound(id);
	}

	@Test
	void aValueIsNotKeptThatALaterStatementOfABatchRollsBack() {
		long id = pair.newUncachedPrice();
		this.first.inTransaction(() -> {
			this.first.jdbc().execute("savepoint a");
			this.first.change(id);
			assertThat(this.first.prices().price(id)).isEqualTo(Instance.NEW);
			this.first.jdbc().batchUpdate("set @a = 1", "rollback to savepoint a");
			return null;
		});
		assertThat(pair.stored(id)).isEqualTo(Instance.OLD);
		assertFreshAfterTheBound(id);
	}

	@ParameterizedTest
	@ValueSource(strings = { "method", "evict" })
	void anEvictionBeforeTheChangeInATransactionUnknownToSpringReachesBothInstances(String way) throws Exception {
		long id = pair.newPrice();
		try (Connection connection = this.first.bean(DataSource.class).getConnection()) {
			connection.setAutoCommit(false);
			if (way.equals("method")) {
				this.first.prices().evict(id, () -> null);
			}
			else {
				this.first.cache().evict(id);
			}
			new JdbcTemplate(new SingleConnectionDataSource(connection, true))
				.update("update price set amount = ? where id = ?", Instance.NEW, id);
			assertThat(this.first.beside(() -> this.first.prices().price(id)).join()).isEqualTo(Instance.OLD);
			assertThat(this.second.prices().price(id)).isEqualTo(Instance.OLD);
			connection.commit();
		}
		assertFreshAfterTheBound(id);
	}

	@Test
	void aSnapshotThatAnotherThreadHasBegunIsAsOldAsItsTransaction() throws Exception {
		long id = pair.newUncachedPrice();
		DataSource pool = this.first.bean(DataSource.class);
		Connection connection = this.first.beside(() -> {
			Connection begun = pool.getConnection();
			begun.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
			begun.setAutoCommit(false);
			on(begun).queryForList("select * from price");
			return begun;
		}).join();
		try (connection) {
			changeAtThePeer(id);
			assertThat(this.first.bean(Reads.class).price(id, on(connection))).isEqualTo(Instance.OLD);
			connection.commit();
		}
		assertFreshAfterTheBound(id);
	}

	private static JdbcTemplate on(Connection connection) {
		return new JdbcTemplate(new SingleConnectionDataSource(connection, true));
	}

	private void changeAtThePeer(long id) throws Exception {
		this.second.prices().evict(id, () -> this.second.change(id));
		await().pollDelay(Pair.BOUND.dividedBy(4)).until(() -> true);
	}

	private void assertFreshAfterTheBound(long id) {
		await().pollDelay(Pair.BOUND.plusMillis(300)).until(() -> true);
		assertThat(this.first.prices().price(id)).as("own instance").isEqualTo(pair.stored(id));
		assertThat(this.second.prices().price(id)).as("other instance").isEqualTo(pair.stored(id));
	}

	/**
	 * Reads prices by the connection of the caller.
	 */
	static class Reads {

		@Cacheable(cacheNames = Prices.CACHE, key = "#id")
		public String price(long id, JdbcTemplate jdbc) {
			return jdbc.queryForObject("select amount from price where id = ?", String.class, id);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	@Import(PricesApplication.class)
	static class Application {

		@Bean
		Reads reads() {
			return new Reads();
		}

	}

}
