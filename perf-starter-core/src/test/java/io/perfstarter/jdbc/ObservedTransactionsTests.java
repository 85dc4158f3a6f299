package io.perfstarter.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link ObservedConnections}: commit, rollback and auto-commit.
 */
class ObservedTransactionsTests {

	private static final String WRITE = "insert into tickets values (1)";

	private final RecordingListener listener = new RecordingListener();

	private Connection real;

	private Connection observed;

	@BeforeEach
	void borrow() throws SQLException {
		this.real = TestConnections.open("transactions");
		try (Statement statement = this.real.createStatement()) {
			statement.execute("create table tickets (id int)");
		}
		this.observed = observe(this.real);
		this.listener.events();
	}

	@AfterEach
	void close() throws SQLException {
		this.real.close();
	}

	@Test
	void tellsCommitted() throws SQLException {
		this.observed.setAutoCommit(false);
		write();
		this.listener.events();
		this.observed.commit();
		assertThat(this.listener.events()).containsExactly("committed");
		assertThat(committedTickets()).isOne();
	}

	@Test
	void tellsCommittedAfterTheCommit() throws SQLException {
		Connection connection = observe(TestConnections.with(this.real, "commit", () -> {
			assertThat(this.listener.events()).containsExactly("borrowed");
			return null;
		}));
		connection.commit();
		assertThat(this.listener.events()).containsExactly("committed");
	}

	@Test
	void tellsFromWhenToWhenItEnds() throws SQLException {
		List<String> events = new ArrayList<>();
		Connection connection = ObservedConnections.observe(TestConnections.with(this.real, "rollback", () -> {
			events.add("rollback");
			throw new SQLException("rollback");
		}), "r1", List.of(new EndListener(events)));
		connection.setAutoCommit(false);
		connection.createStatement().execute(WRITE);
		connection.commit();
		assertThat(events).containsExactly("ending", "COMMIT");
		connection.createStatement().execute(WRITE);
		connection.setAutoCommit(true);
		assertThat(events.subList(2, 4)).containsExactly("ending", "COMMIT");
		connection.setAutoCommit(false);
		assertThatExceptionOfType(SQLException.class).isThrownBy(connection::rollback);
		assertThat(events.subList(4, 7)).containsExactly("ending", "rollback", "ROLLBACK failed");
		assertThatExceptionOfType(SQLException.class).isThrownBy(() -> connection.rollback(this.real.setSavepoint()));
		assertThat(events.subList(7, 10)).containsExactly("ending", "rollback", "ROLLBACK_TO_SAVEPOINT failed");
		connection.setAutoCommit(true);
		assertThat(events).hasSize(10);
	}

	@Test
	void tellsCommittedIfTheCommitFails() {
		SQLException failure = new SQLException("commit");
		Connection connection = observe(TestConnections.with(this.real, "commit", () -> {
			throw failure;
		}));
		this.listener.events();
		assertThatExceptionOfType(SQLException.class).isThrownBy(connection::commit).isSameAs(failure);
		assertThat(this.listener.events()).containsExactly("commit failed");
	}

	@Test
	void tellsRolledBack() throws SQLException {
		this.observed.setAutoCommit(false);
		write();
		this.listener.events();
		this.observed.rollback();
		assertThat(this.listener.events()).containsExactly("rolled back");
		assertThat(committedTickets()).isZero();
	}

	@Test
	void tellsRolledBackToASavepoint() throws SQLException {
		this.observed.setAutoCommit(false);
		Savepoint savepoint = this.observed.setSavepoint();
		write();
		this.listener.events();
		this.observed.rollback(savepoint);
		assertThat(this.listener.events()).containsExactly("rolled back to a savepoint");
		assertThatExceptionOfType(SQLException.class).isThrownBy(() -> this.observed.rollback((Savepoint) null));
		assertThat(this.listener.events()).containsExactly("rollback to a savepoint failed");
	}

	@Test
	void aRollbackThatFailsIsNone() {
		SQLException failure = new SQLException("rollback");
		Connection connection = observe(TestConnections.with(this.real, "rollback", () -> {
			throw failure;
		}));
		this.listener.events();
		assertThatExceptionOfType(SQLException.class).isThrownBy(connection::rollback).isSameAs(failure);
		assertThat(this.listener.events()).containsExactly("rollback failed");
	}

	@Test
	void autoCommitInAnOpenTransactionCommits() throws SQLException {
		this.observed.setAutoCommit(false);
		write();
		this.listener.events();
		this.observed.setAutoCommit(true);
		assertThat(this.listener.events()).containsExactly("committed");
		assertThat(committedTickets()).isOne();
		this.observed.setAutoCommit(false);
		this.observed.setAutoCommit(true);
		assertThat(this.listener.events()).isEmpty();
	}

	@Test
	void autoCommitInATransactionThatThePoolHasOpenedCommits() throws SQLException {
		this.real.setAutoCommit(false);
		write();
		this.listener.events();
		this.observed.setAutoCommit(true);
		assertThat(this.listener.events()).containsExactly("committed");
	}

	@Test
	void autoCommitThatFailsInAnOpenTransactionMayHaveCommitted() throws SQLException {
		Connection connection = observe(TestConnections.with(this.real, "setAutoCommit", () -> {
			this.real.setAutoCommit(true);
			throw new SQLException("setAutoCommit");
		}));
		this.real.setAutoCommit(false);
		write(connection);
		this.listener.events();
		assertThatExceptionOfType(SQLException.class).isThrownBy(() -> connection.setAutoCommit(true));
		assertThat(this.listener.events()).containsExactly("commit failed");
		assertThat(committedTickets()).isOne();
		write(connection);
		assertThat(this.listener.lastExecution().autoCommit()).isTrue();
	}

	@Test
	void autoCommitThatIsOffAlreadyEndsNoTransaction() throws SQLException {
		this.observed.setAutoCommit(false);
		write();
		this.observed.setAutoCommit(false);
		this.listener.events();
		this.observed.setAutoCommit(true);
		assertThat(this.listener.events()).containsExactly("committed");
	}

	@Test
	void autoCommitAfterCommitOrRollbackCommitsNothing() throws SQLException {
		this.observed.setAutoCommit(false);
		write();
		this.observed.commit();
		this.listener.events();
		this.observed.setAutoCommit(true);
		assertThat(this.listener.events()).isEmpty();
		this.observed.setAutoCommit(false);
		write();
		this.observed.rollback();
		this.listener.events();
		this.observed.setAutoCommit(true);
		assertThat(this.listener.events()).isEmpty();
	}

	@Test
	void afterACommitThatFailedTheTransactionMayStillBeOpen() throws SQLException {
		Connection connection = observe(TestConnections.with(this.real, "commit", () -> {
			throw new SQLException("commit");
		}));
		connection.setAutoCommit(false);
		write(connection);
		assertThatExceptionOfType(SQLException.class).isThrownBy(connection::commit);
		this.listener.events();
		connection.setAutoCommit(true);
		assertThat(this.listener.events()).containsExactly("committed");
	}

	@Test
	void autoCommitOffOrOnceMoreOnCommitsNothing() throws SQLException {
		write();
		this.listener.events();
		this.observed.setAutoCommit(true);
		this.observed.setAutoCommit(false);
		write();
		this.listener.events();
		this.observed.setAutoCommit(false);
		assertThat(this.listener.events()).isEmpty();
	}

	@Test
	void executionSaysWhetherItIsATransactionOfItsOwn() throws SQLException {
		write();
		assertThat(this.listener.lastExecution().autoCommit()).isTrue();
		this.observed.setAutoCommit(false);
		write();
		assertThat(this.listener.lastExecution().autoCommit()).isFalse();
		this.observed.setAutoCommit(true);
		write();
		assertThat(this.listener.lastExecution().autoCommit()).isTrue();
	}

	@Test
	void asksTheConnectionAtMostOnceForAutoCommit() throws SQLException {
		AtomicInteger asked = new AtomicInteger();
		Connection connection = observe(TestConnections.with(this.real, "getAutoCommit", () -> {
			asked.incrementAndGet();
			return false;
		}));
		assertThat(asked).hasValue(0);
		write(connection);
		write(connection);
		assertThat(asked).hasValue(1);
		assertThat(this.listener.lastExecution().autoCommit()).isFalse();
		connection.setAutoCommit(true);
		write(connection);
		assertThat(asked).hasValue(1);
		assertThat(this.listener.lastExecution().autoCommit()).isTrue();
	}

	@Test
	void aStatementFailsOfItsOwnAndNotOfTheQuestionForAutoCommit() throws SQLException {
		Connection connection = observe(TestConnections.with(this.real, "getAutoCommit", () -> {
			throw new SQLException("getAutoCommit");
		}));
		write(connection);
		assertThat(this.listener.events()).containsExactly("borrowed", "executing UPDATE " + WRITE,
				"executed UPDATE " + WRITE);
	}

	private void write() throws SQLException {
		write(this.observed);
	}

	private static void write(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			statement.executeUpdate(WRITE);
		}
	}

	private static int committedTickets() throws SQLException {
		try (Connection other = TestConnections.open("transactions");
				Statement statement = other.createStatement();
				ResultSet count = statement.executeQuery("select count(*) from tickets")) {
			count.next();
			return count.getInt(1);
		}
	}

	private Connection observe(Connection connection) {
		return ObservedConnections.observe(connection, "primary", List.of(this.listener));
	}

	/**
	 * Records how transactions end.
	 *
	 * @param events the list to record in
	 */
	private record EndListener(List<String> events) implements JdbcListener {

		@Override
		public void executing(ConnectionUsage usage, Execution execution) {
			assertThat(execution.startedAt()).isLessThanOrEqualTo(System.nanoTime());
			if (!execution.isStatement()) {
				this.events.add("ending");
			}
		}

		@Override
		public void executed(ConnectionUsage usage, Execution execution, long endedAt, @Nullable SQLException failure) {
			assertThat(endedAt).isBetween(execution.startedAt(), System.nanoTime());
			if (!execution.isStatement()) {
				this.events.add(execution.kind() + ((failure != null) ? " failed" : ""));
			}
		}

	}

}
