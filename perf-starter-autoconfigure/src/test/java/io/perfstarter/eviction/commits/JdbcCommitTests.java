package io.perfstarter.eviction.commits;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import io.perfstarter.fixtures.Tier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.postgresql.PGConnection;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.ConnectionCallback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * Tests for commits by JDBC, with pools that are observed.
 */
@Tag(Tier.CI)
class JdbcCommitTests extends CommitTests {

	@Override
	Class<?> application() {
		return Application.class;
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource({ "unchanged", "refused" })
	void whatHasChangedNothingEvictsNothing(String name, Change change) {
		assertEvictsNothing(change);
	}

	/**
	 * PostgreSQL answers the commit with an error, because of a deferred constraint.
	 */
	Stream<Arguments> refused() {
		return Stream.of(
				named("commit that is refused", (id) -> instance().prices().inTransaction(id, () -> refused(id))),
				named("@CacheEvict, commit that is refused",
						(id) -> instance().prices().evictingInTransaction(id, () -> refused(id))),
				named("commit within the call that is refused", (id) -> instance().prices().alone(id, () -> {
					instance().inTransaction(() -> refused(id));
					return id;
				})));
	}

	private Object refused(long id) {
		instance().jdbc().update("insert into price_change values (-1)");
		return write(id);
	}

	/**
	 * PostgreSQL answers the commit with a rollback, and its driver returns normally.
	 */
	Stream<Arguments> commitsThatRollBack() {
		return Stream.of(
				named("@CachePut in a transaction",
						(id) -> instance().prices().puttingInTransaction(id, () -> writeAndFail(id))),
				named("@CachePut around a transaction", (id) -> instance().prices().putting(id, () -> {
					instance().inTransaction(() -> writeAndFail(id));
					return "new";
				})), named("put in a transaction", (id) -> instance().inTransaction(() -> {
					instance().cache().put(id, "new");
					return writeAndFail(id);
				})),
				named("@CachePut with a large object that does not exist",
						(id) -> instance().prices()
							.puttingInTransaction(id, () -> writeThen(id, JdbcCommitTests::readLargeObject))),
				named("@CachePut with a failure of a later fetch",
						(id) -> instance().prices()
							.puttingInTransaction(id, () -> writeThen(id, JdbcCommitTests::failLater))),
				named("@CachePut with a failure of the unwrapped connection",
						(id) -> instance().prices()
							.puttingInTransaction(id, () -> writeThen(id, JdbcCommitTests::copy))),
				named("@CachePut around a connection that is closed without a commit",
						(id) -> instance().prices().putting(id, () -> uncommitted(id, "select 1"))),
				named("@CachePut around an ABORT as text",
						(id) -> instance().prices().putting(id, () -> uncommitted(id, "abort"))));
	}

	private void changeBeside(long id) {
		CompletableFuture.runAsync(() -> {
			write(id);
			instance().cache().evict(id);
		}).join();
	}

	private Object writeThen(long id, ConnectionCallback<?> failing) {
		write(id);
		assertThatException().isThrownBy(() -> instance().jdbc().execute(failing));
		return "new";
	}

	private static Object readLargeObject(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement();
				ResultSet row = statement.executeQuery("select 1::oid")) {
			row.next();
			return row.getBlob(1).length();
		}
	}

	private static Object failLater(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			statement.setFetchSize(2);
			try (ResultSet rows = statement.executeQuery("select 1 / (5 - n) from generate_series(1, 9) as n")) {
				int number = 0;
				while (rows.next()) {
					number++;
				}
				return number;
			}
		}
	}

	private static Object copy(Connection connection) throws SQLException {
		return connection.unwrap(PGConnection.class).getCopyAPI().copyIn("copy nothing from stdin");
	}

	private Object uncommitted(long id, String last) throws SQLException {
		try (Connection connection = instance().jdbc().getDataSource().getConnection();
				Statement statement = connection.createStatement()) {
			connection.setAutoCommit(false);
			statement.executeUpdate("update price set amount = 'new' where id = " + id);
			statement.execute(last);
		}
		return "new";
	}

	/**
	 * A transaction that a text has begun is as old as the text.
	 */
	@Test
	void aValueOfATransactionThatATextHasBegunIsNotServedAfterAChange() throws Exception {
		long id = cachedByBoth();
		instance().cache().evict(id);
		instance().jdbc().execute((ConnectionCallback<?>) (connection) -> {
			try (Statement statement = connection.createStatement()) {
				statement.execute("begin isolation level repeatable read");
				statement.execute("select 1 from price");
				changeBeside(id);
				return instance().cache().get(id, () -> {
					ResultSet row = statement.executeQuery("select amount from price where id = " + id);
					row.next();
					String amount = row.getString(1);
					statement.execute("commit");
					return amount;
				});
			}
		});
		assertThat(instance().prices().price(id)).isEqualTo(stored(id)).isEqualTo("new");
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("commitsThatRollBack")
	void aValueWhoseCommitIsARollbackIsNotServed(String name, Change change) throws Exception {
		long id = cachedByBoth();
		change.carryOut(id);
		assertThat(stored(id)).isEqualTo("old");
		assertThat(instance().prices().price(id)).isEqualTo("old");
	}

	@Test
	void aValueIsServedIfTheFailureIsRolledBackToASavepoint() throws Exception {
		long id = cachedByBoth();
		instance().inTransaction(() -> {
			assertThatException().isThrownBy(() -> instance().inNestedTransaction(() -> insertAgain(id)));
			instance().cache().put(id, "put");
			return write(id);
		});
		assertThat(stored(id)).isEqualTo("new");
		assertThat(instance().prices().price(id)).isEqualTo("put");
	}

	private Object writeAndFail(long id) {
		write(id);
		assertThatException().isThrownBy(() -> insertAgain(id));
		return "new";
	}

	private Object insertAgain(long id) {
		return instance().jdbc().update("insert into price values (?, 'again')", id);
	}

	@Test
	void aChangeIsPendingFromItsCommitUntilTheMethodEnds() throws Exception {
		instance().prices().alone(0, () -> {
			instance().jdbc().queryForList("select id from price");
			instance().inTransaction(() -> {
				instance().store().write(0);
				assertThat(instance().changeAge()).isZero();
				return 0;
			});
			assertThat(instance().changeAge()).isPositive();
			return 0;
		});
		assertThat(instance().changeAge()).isZero();
	}

	@Test
	void theCommitOfAnotherThreadIsPendingUntilTheMethodEnds() throws Exception {
		instance().prices().alone(0, () -> {
			instance().beside(() -> {
				instance().inTransaction(() -> {
					instance().store().write(0);
					return 0;
				});
				return 0;
			}).get();
			assertThat(instance().changeAge()).isPositive();
			return 0;
		});
		assertThat(instance().changeAge()).isZero();
	}

	/**
	 * Two observed pools, each with its manager.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(
			excludeName = { "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
					"org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration" })
	@Import({ PricesApplication.Service.class, PricesApplication.Pools.class, PricesApplication.JdbcManager.class,
			PricesApplication.JdbcStore.class })
	static class Application {

	}

}
