package io.perfstarter.routing.connection;

import java.sql.BatchUpdateException;
import java.sql.SQLException;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.transaction.support.TransactionSynchronizationManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link WriteRefusal}.
 */
class WriteRefusalTests {

	private static final String SQL = "insert into orders (name) values ('secret')";

	@AfterEach
	void leaveTransaction() {
		TransactionSynchronizationManager.clear();
	}

	@Test
	void saysWhoseTransactionItWasAndWhereItRan() {
		inTransaction("com.example.OrderService.place", true);
		SQLException failure = new SQLException("cannot execute INSERT in a read-only transaction", "25006", 7);
		Throwable explained = explained("r1", failure);
		assertThat(explained)
			.hasMessage("OrderService.place() is readOnly = true and ran on replica 'r1'; first write: INSERT orders. "
					+ "Remove readOnly, or move the call out of the read-only transaction")
			.hasCause(failure)
			.isInstanceOfSatisfying(RefusedWrite.class, (refused) -> {
				assertThat(refused.getSQLState()).isEqualTo("25006");
				assertThat(refused.getErrorCode()).isEqualTo(7);
			});
	}

	@Test
	void doesNotBlameWhatTheApplicationHasNotWritten() {
		inTransaction(Tickets.class.getName() + ".findNext", true);
		assertThat(explained("r1", refused())).hasMessageStartingWith(
				"WriteRefusalTests.Tickets.findNext() declares no transaction, got a read-only one because of its name or query, and ran on replica 'r1'; first write: ")
			.hasMessageEndingWith("Annotate it with @Transactional");
	}

	@Test
	void saysWhenItRanOnThePrimary() {
		inTransaction("com.example.Shop$Orders.place", true);
		assertThat(explained(null, refused())).hasMessageStartingWith(
				"Shop.Orders.place() is readOnly = true and ran on the primary, where it is read-only too;");
	}

	@Test
	void namesATransactionAsItsAuthorDid() {
		inTransaction("nightly", true);
		assertThat(explained("r1", refused())).hasMessageStartingWith("nightly is readOnly");
		TransactionSynchronizationManager.setCurrentTransactionName(null);
		assertThat(explained("r1", refused())).hasMessageStartingWith("An unnamed transaction is readOnly");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			25006 | 0    | cannot execute INSERT in a read-only transaction
			25006 | 1792 | Cannot execute statement in a READ ONLY transaction.
			HY000 | 1792 | Cannot execute statement in a READ ONLY transaction.
			HY000 | 1290 | The MySQL server is running with the --read-only option so it cannot execute this statement
			HY000 | 1290 | The MySQL server is running with the --super-read-only option so it cannot execute this
			HY000 | 1290 | The MariaDB server is running with the read_only option so it cannot execute this statement
			HY000 | 1836 | Running in read-only mode
			S1009 | 0    | Connection is read-only. Queries leading to data modification are not allowed.
			90097 | 90097 | The database is read only; SQL statement
			""")
	void recognisesRefusals(String state, int code, String message) {
		inTransaction("x.Y.z", true);
		assertThat(explained("r1", new SQLException(message, state, code))).isInstanceOf(RefusedWrite.class);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			23505 | 0    | duplicate key
			40001 | 0    | canceling statement due to conflict with recovery
			25P02 | 0    | current transaction is aborted
			HY000 | 1290 | The MySQL server is running with the --secure-file-priv option so it cannot execute this
			42000 | 1792 | ORA-01792: maximum number of columns in a table or view is 1000
			HY000 | 1000 | Running in read-only mode
			""")
	void leavesOtherFailuresAlone(String state, int code, String message) {
		inTransaction("x.Y.z", true);
		SQLException failure = new SQLException(message, state, code);
		assertThat(explained("r1", failure)).isSameAs(failure);
	}

	@Test
	void leavesFailuresOutsideReadOnlyTransactionsAlone() {
		SQLException failure = refused();
		assertThat(explained("r1", failure)).isSameAs(failure);
		inTransaction("x.Y.z", false);
		assertThat(explained("r1", failure)).isSameAs(failure);
	}

	@Test
	void explainsOnce() {
		inTransaction("x.Y.z", true);
		SQLException explained = WriteRefusal.explained("r1", SQL, refused());
		assertThat(explained("r1", explained)).isSameAs(explained);
	}

	@Test
	void keepsABatchABatch() {
		inTransaction("x.Y.z", true);
		BatchUpdateException failure = new BatchUpdateException("batch entry 1", null, 0, new int[] { 1, 2 });
		failure.setNextException(refused());
		Throwable explained = explained("r1", failure);
		assertThat(explained).isInstanceOfSatisfying(BatchUpdateException.class, (batch) -> {
			assertThat(batch.getUpdateCounts()).containsExactly(1, 2);
			assertThat((Throwable) batch.getNextException()).isSameAs(failure.getNextException());
		});
		assertThat(explained).hasMessageContaining("first write: INSERT orders");
		assertThat((Throwable) RefusedWrite.behind(explained)).isNotNull().hasCause(failure);
	}

	@Test
	void findsNoRefusalInAChainThatBitesItsTail() {
		SQLException first = new SQLException("first");
		SQLException second = new SQLException("second", first);
		first.initCause(second);
		first.setNextException(first);
		inTransaction("x.Y.z", true);
		assertThat(explained("r1", first)).isSameAs(first);
		assertThat((Throwable) RefusedWrite.behind(first)).isNull();
	}

	private static Throwable explained(@Nullable String replica, SQLException failure) {
		return WriteRefusal.explained(replica, SQL, failure);
	}

	private static SQLException refused() {
		return new SQLException("cannot execute INSERT in a read-only transaction", "25006");
	}

	private static void inTransaction(@Nullable String name, boolean readOnly) {
		TransactionSynchronizationManager.setActualTransactionActive(true);
		TransactionSynchronizationManager.setCurrentTransactionReadOnly(readOnly);
		TransactionSynchronizationManager.setCurrentTransactionName(name);
	}

	interface Tickets {

	}

}
