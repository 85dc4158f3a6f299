package io.perfstarter.coherence.matrix;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.List;
import java.util.stream.LongStream;

import javax.sql.DataSource;

import io.perfstarter.coherence.contract.CacheKind;
import io.perfstarter.coherence.matrix.CommittedTests.Changed;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.cache.Cache.ValueWrapper;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests that a value is visible to the transaction that has loaded or changed it, and to
 * nobody else before that has committed.
 */
@Timeout(180)
class UncommittedTests {

	private static final int MANY = 20;

	@AutoClose
	private static Pair pair;

	private final Instance first = pair.first;

	@BeforeAll
	static void start() {
		pair = new Pair(CommittedTests.DefaultOrder.class, CacheKind.CAFFEINE);
	}

	@Test
	void aValueOfANestedTransactionThatIsRolledBackIsNotKept() {
		long id = pair.newUncachedPrice();
		long put = pair.newUncachedPrice();
		TransactionTemplate nested = new TransactionTemplate(this.first.bean(PlatformTransactionManager.class));
		nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
		this.first.inTransaction(() -> {
			nested.executeWithoutResult((status) -> {
				this.first.change(id);
				assertThat(this.first.prices().price(id)).isEqualTo(Instance.NEW);
				this.first.cache().put(put, this.first.change(put));
				status.setRollbackOnly();
			});
			assertThat(this.first.prices().price(id)).isEqualTo(Instance.OLD);
			return null;
		});
		pair.assertFresh(id);
		pair.assertFresh(put);
	}

	@Test
	void aValueOfAnotherManagersTransactionIsNotKeptBeforeItsOutcome() {
		long id = pair.newUncachedPrice();
		Changed changed = this.first.bean(Changed.class);
		Throwable thrown = catchThrowable(() -> this.first.bean(Changes.Ticket.class).byOtherManager(id, () -> {
			changed.byOther(id);
			String read = this.first.inTransaction(() -> this.first.cache().get(id, () -> changed.readByOther(id)));
			throw new IllegalStateException(read);
		}));
		assertThat(thrown).hasMessage(Instance.NEW);
		pair.assertFresh(id);
	}

	@Test
	void aValueIsNotKeptThatWasRolledBackToASavepoint() {
		long id = pair.newPrice();
		this.first.inTransaction(() -> this.first.jdbc().execute((ConnectionCallback<Void>) (connection) -> {
			Savepoint savepoint = connection.setSavepoint();
			this.first.cache().put(id, this.first.change(id));
			connection.rollback(savepoint);
			return null;
		}));
		assertThat(pair.stored(id)).isEqualTo(Instance.OLD);
		pair.assertFresh(id);
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aValueOfATransactionUnknownToSpringIsNotKept(boolean put) throws SQLException {
		long id = pair.newUncachedPrice();
		try (Connection connection = this.first.bean(DataSource.class).getConnection()) {
			connection.setAutoCommit(false);
			JdbcTemplate jdbc = new JdbcTemplate(new SingleConnectionDataSource(connection, true));
			jdbc.update("update price set amount = ? where id = ?", Instance.NEW, id);
			if (put) {
				this.first.cache().put(id, Instance.NEW);
			}
			else {
				assertThat(this.first.cache().get(id, () -> read(jdbc, id))).isEqualTo(Instance.NEW);
			}
			assertThat(this.first.beside(() -> this.first.prices().price(id)).join()).isEqualTo(Instance.OLD);
			connection.rollback();
		}
		pair.assertFresh(id);
	}

	@Test
	void aValueOfASnapshotUnknownToSpringIsAsOldAsTheSnapshot() throws SQLException {
		long id = pair.newPrice();
		try (Connection connection = this.first.bean(DataSource.class).getConnection()) {
			connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
			connection.setAutoCommit(false);
			JdbcTemplate jdbc = new JdbcTemplate(new SingleConnectionDataSource(connection, true));
			assertThat(read(jdbc, id)).isEqualTo(Instance.OLD);
			this.first.beside(() -> this.first.prices().evict(id, () -> this.first.change(id))).join();
			assertThat(this.first.cache().get(id, () -> read(jdbc, id))).isEqualTo(Instance.OLD);
			connection.commit();
			connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
		}
		pair.assertFresh(id);
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aValueThatIsReadAfterAFailedStatementOfAReadOnlyTransactionIsNotKept(boolean put) {
		long id = pair.newUncachedPrice();
		readOnly().executeWithoutResult((status) -> {
			catchThrowable(() -> this.first.jdbc().execute("select nothing from nowhere"));
			// As Hibernate returns null in a transaction that has failed.
			if (put) {
				this.first.cache().put(id, "wrong");
			}
			else {
				assertThat(this.first.cache().get(id, () -> "wrong")).isEqualTo("wrong");
			}
			assertThat(this.first.beside(() -> this.first.prices().price(id)).join()).isEqualTo(Instance.OLD);
		});
		pair.assertFresh(id);
	}

	@ParameterizedTest
	@CsvSource({ "true, true", "true, false", "false, true", "false, false" })
	void aPutValueOfAReadOnlyTransactionIsNotKept(boolean direct, boolean rollback) {
		long id = pair.newPrice();
		readOnly().executeWithoutResult((status) -> {
			// As an entity that is changed, but not flushed in such a transaction.
			put(direct, id, "never written");
			assertThat(this.first.beside(() -> this.first.prices().price(id)).join()).isEqualTo(Instance.OLD);
			if (rollback) {
				status.setRollbackOnly();
			}
		});
		pair.assertFresh(id);
	}

	@Test
	void aPutValueIsKeptThatWasReadInAReadOnlyTransaction() throws Exception {
		long id = pair.newPrice();
		pair.changeUnseen(id, Instance.NEW);
		this.first.prices().put(id, () -> readOnly().execute((status) -> read(this.first.jdbc(), id)));
		this.first.assertKept(Instance.NEW, () -> this.first.cache().get(id, String.class));
	}

	private void put(boolean direct, long id, String value) {
		if (direct) {
			this.first.cache().put(id, value);
		}
		else {
			this.first.inTransaction(() -> this.first.prices().put(id, () -> value));
		}
	}

	private TransactionTemplate readOnly() {
		TransactionTemplate readOnly = new TransactionTemplate(this.first.bean(PlatformTransactionManager.class));
		readOnly.setReadOnly(true);
		return readOnly;
	}

	private static String read(JdbcTemplate jdbc, long id) {
		return jdbc.queryForObject("select amount from price where id = ?", String.class, id);
	}

	@Test
	void aTransactionLoadsOnceAndKeepsTheValue() throws Exception {
		long id = pair.newUncachedPrice();
		this.first.inTransaction(() -> {
			assertThat(this.first.prices().price(id)).isEqualTo(Instance.OLD);
			pair.changeUnseen(id, "unseen");
			this.first.assertKept(Instance.OLD, () -> this.first.prices().price(id));
			return null;
		});
		// After the commit.
		this.first.assertKept(Instance.OLD, () -> this.first.prices().price(id));
	}

	@Test
	void aTransactionSeesItsOwnChangesOnly() {
		long id = pair.newPrice();
		this.first.inTransaction(() -> {
			this.first.prices().putInTransaction(id, () -> this.first.change(id));
			ValueWrapper present = this.first.cache().putIfAbsent(id, "other");
			assertThat(present).isNotNull();
			assertThat(present.get()).isEqualTo(Instance.NEW);
			assertThat(this.first.beside(() -> this.first.prices().price(id)).join()).isEqualTo(Instance.OLD);
			return null;
		});
		pair.assertFresh(id);
	}

	@Test
	void aTransactionDoesNotSeeWhatItHasChangedAgain() {
		long id = pair.newUncachedPrice();
		this.first.inTransaction(() -> {
			assertThat(this.first.prices().price(id)).isEqualTo(Instance.OLD);
			this.first.prices().evictTicketInTransaction(id, () -> this.first.change(id));
			assertThat(this.first.prices().price(id)).isEqualTo(Instance.NEW);
			return null;
		});
		pair.assertFresh(id);
	}

	@Test
	void aTransactionThatReloadsTheCacheKeepsItsEntries() throws Exception {
		List<Long> ids = LongStream.range(0, MANY).mapToObj((i) -> pair.newPriceWithoutCertificate()).toList();
		pair.awaitCertified();
		this.first.inTransaction(() -> {
			ids.forEach(this.first::change);
			this.first.cache().clear();
			ids.forEach((id) -> {
				if (id % 2 == 0) {
					this.first.cache().put(id, Instance.NEW);
				}
				else {
					this.first.prices().price(id);
				}
			});
			return null;
		});
		for (long id : ids) {
			this.first.assertKept(Instance.NEW, () -> this.first.cache().get(id, String.class));
		}
		assertThat(ids).allSatisfy(pair::assertFresh);
	}

	@Test
	void aTransactionThatEvictsAllEntriesByAMethodKeepsWhatItLoadsAfterwards() throws Exception {
		long id = pair.newPrice();
		this.first.inTransaction(() -> {
			this.first.bean(Changes.All.class).inTransaction(id, () -> this.first.change(id));
			return this.first.prices().price(id);
		});
		this.first.assertKept(Instance.NEW, () -> this.first.cache().get(id, String.class));
		pair.assertFresh(id);
	}

}
