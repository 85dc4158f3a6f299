package io.perfstarter.jdbc;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import org.awaitility.Awaitility;
import org.h2.jdbc.JdbcStatement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests for {@link ObservedConnections}: executions.
 */
class ObservedStatementsTests {

	private static final String ENDLESS = "select count(*) from system_range(1, 100000000000) where rand() > 2";

	private final RecordingListener listener = new RecordingListener();

	private Connection real;

	private Connection observed;

	@BeforeEach
	void borrow() throws SQLException {
		this.real = TestConnections.open();
		this.observed = observe(this.real);
		try (Statement statement = this.real.createStatement()) {
			statement.execute("create table tickets (id int primary key, car varchar)");
		}
		this.listener.events();
	}

	@AfterEach
	void close() throws SQLException {
		this.real.close();
	}

	@Test
	void tellsTextAndKindOfPlainStatements() throws SQLException {
		try (Statement statement = this.observed.createStatement()) {
			try (ResultSet result = statement.executeQuery("select 7")) {
				assertThat(result.next()).isTrue();
				assertThat(result.getInt(1)).isEqualTo(7);
			}
			assertThat(statement.executeUpdate("insert into tickets values (1, 'A')")).isOne();
			assertThat(statement.execute("delete from tickets")).isFalse();
		}
		assertThat(this.listener.events()).containsExactly("executing QUERY select 7", "executed QUERY select 7",
				"executing UPDATE insert into tickets values (1, 'A')",
				"executed UPDATE insert into tickets values (1, 'A')", "executing ANY delete from tickets",
				"executed ANY delete from tickets");
	}

	@Test
	void tellsTheFirstTextOfABatch() throws SQLException {
		try (Statement statement = this.observed.createStatement()) {
			statement.addBatch("insert into tickets values (1, 'A')");
			statement.addBatch("delete from tickets");
			assertThat(statement.executeBatch()).containsExactly(1, 1);
			statement.addBatch("insert into tickets values (2, 'B')");
			assertThat(statement.executeLargeBatch()).containsExactly(1L);
			statement.addBatch("insert into tickets values (3, 'C')");
			statement.clearBatch();
			statement.addBatch("delete from tickets");
			assertThat(statement.executeBatch()).containsExactly(1);
		}
		assertThat(this.listener.events()).containsExactly("executing BATCH insert into tickets values (1, 'A')",
				"executed BATCH insert into tickets values (1, 'A')",
				"executing BATCH insert into tickets values (2, 'B')",
				"executed BATCH insert into tickets values (2, 'B')", "executing BATCH delete from tickets",
				"executed BATCH delete from tickets");
	}

	@Test
	void tellsExecutingBeforeAndExecutedAfter() throws SQLException {
		Connection connection = observe(TestConnections.with(this.real, "createStatement",
				() -> TestConnections.with(this.real.createStatement(), "execute", () -> {
					assertThat(this.listener.events()).containsExactly("borrowed", "executing ANY values 1");
					return true;
				})));
		connection.createStatement().execute("values 1");
		assertThat(this.listener.events()).containsExactly("executed ANY values 1");
	}

	@Test
	void saysWhenAnExecutionBegan() throws SQLException {
		long before = System.nanoTime();
		this.observed.createStatement().execute("values 1");
		assertThat(this.listener.lastExecution().startedAt() - before).isBetween(0L, System.nanoTime() - before);
	}

	@Test
	void failuresAreExplainedThenHeardAndArriveAsTheyAre() throws SQLException {
		Statement statement = this.observed.createStatement();
		assertThatExceptionOfType(SQLException.class).isThrownBy(() -> statement.executeQuery("select nothing"))
			.satisfies((thrown) -> assertThat(this.listener.failures()).singleElement().isSameAs(thrown))
			.withNoCause();
		assertThat(this.listener.events()).containsExactly("executing QUERY select nothing",
				"explained QUERY select nothing", "failed QUERY select nothing");
	}

	@Test
	void failuresOfABatchKeepTheirType() throws SQLException {
		Statement statement = this.observed.createStatement();
		statement.addBatch("insert into tickets values (1, 'A')");
		statement.addBatch("insert into tickets values (1, 'B')");
		assertThatExceptionOfType(BatchUpdateException.class).isThrownBy(statement::executeBatch);
		assertThat(this.listener.events()).last().isEqualTo("failed BATCH insert into tickets values (1, 'A')");
	}

	@Test
	void whatAListenerExplainsIsThrownAndTheOriginalIsHeard() {
		JdbcListener first = new Explaining("ran on replica");
		JdbcListener second = new Explaining("in placeOrder()");
		Connection connection = ObservedConnections.observe(this.real, "r1", List.of(first, second, this.listener));
		assertThatExceptionOfType(SQLException.class)
			.isThrownBy(() -> connection.createStatement().execute("select nothing"))
			.withMessage("in placeOrder()")
			.satisfies((thrown) -> {
				assertThat(thrown.getCause()).hasMessage("ran on replica");
				assertThat(this.listener.failures()).singleElement().isSameAs(thrown.getCause().getCause());
			});
	}

	@Test
	void failuresBeforeAnExecutionAreNone() {
		assertThatExceptionOfType(SQLException.class)
			.isThrownBy(() -> this.observed.prepareStatement("select nothing"));
		assertThat(this.listener.events()).isEmpty();
	}

	@Test
	void aMissingTextReachesTheDriver() throws SQLException {
		try (Statement statement = this.observed.createStatement(); Statement real = this.real.createStatement()) {
			for (Call call : List.<Call>of((on) -> on.execute(null), (on) -> on.executeQuery(null),
					(on) -> on.executeUpdate(null), (on) -> on.executeLargeUpdate(null, 1), (on) -> on.addBatch(null),
					(on) -> on.getConnection().prepareStatement(null), (on) -> on.getConnection().prepareCall(null))) {
				Throwable failure = catchThrowable(() -> call.on(real));
				assertThatExceptionOfType(SQLException.class).isThrownBy(() -> call.on(statement))
					.withMessage(failure.getMessage());
			}
		}
		assertThat(this.listener.events()).isEmpty();
	}

	@Test
	void whatIsNoFailureOfTheDatabaseIsHeardAsOneAndArrivesAsItIs() {
		IllegalStateException fault = new IllegalStateException("driver");
		Connection connection = observe(TestConnections.with(this.real, "createStatement",
				() -> TestConnections.with(this.real.createStatement(), "execute", () -> {
					throw fault;
				})));
		this.listener.events();
		assertThatExceptionOfType(IllegalStateException.class)
			.isThrownBy(() -> connection.createStatement().execute("values 1"))
			.isSameAs(fault);
		assertThat(this.listener.events()).containsExactly("executing ANY values 1", "failed ANY values 1");
		assertThat(this.listener.failures()).extracting(Throwable::getCause).containsExactly(fault);
	}

	@Test
	void aStatementThatIsClosedLeadsNowhere() throws SQLException {
		SQLException failure = new SQLException("closed");
		Connection connection = observe(TestConnections.with(this.real, "createStatement",
				() -> TestConnections.with(this.real.createStatement(), "getConnection", () -> {
					throw failure;
				})));
		Statement statement = connection.createStatement();
		assertThatExceptionOfType(SQLException.class).isThrownBy(statement::getConnection).isSameAs(failure);
	}

	@Test
	void closesTheStatement() throws SQLException {
		Statement statement = this.observed.createStatement();
		statement.close();
		assertThat(statement.unwrap(JdbcStatement.class).isClosed()).isTrue();
	}

	@Test
	void aCancelFromAnotherThreadPassesWhatRuns() throws SQLException {
		Statement statement = this.observed.createStatement();
		CompletableFuture<Throwable> thrown = run(statement);
		// H2 ignores a cancel that arrives before the query has started.
		Awaitility.await().until(() -> {
			statement.cancel();
			return thrown.isDone();
		});
		assertThat(thrown.join()).isInstanceOf(SQLException.class);
		assertThat(this.listener.events()).containsExactly("executing QUERY " + ENDLESS, "explained QUERY " + ENDLESS,
				"failed QUERY " + ENDLESS);
	}

	@Test
	void anAbortPassesWhatRunsWhichIsStillToldToItsEnd() throws Exception {
		CountDownLatch running = new CountDownLatch(1);
		CountDownLatch aborted = new CountDownLatch(1);
		Connection connection = observe(TestConnections.with(this.real, "createStatement",
				() -> TestConnections.with(this.real.createStatement(), "executeQuery", () -> {
					running.countDown();
					aborted.await();
					throw new SQLException("aborted");
				})));
		this.listener.events();
		CompletableFuture<Throwable> thrown = run(connection.createStatement());
		running.await();
		connection.abort(Runnable::run);
		assertThat(this.listener.events()).containsExactly("executing QUERY " + ENDLESS, "returned");
		aborted.countDown();
		assertThat(thrown.join()).hasMessage("aborted");
		assertThat(this.listener.events()).containsExactly("explained QUERY " + ENDLESS, "failed QUERY " + ENDLESS);
	}

	private Connection observe(Connection connection) {
		return ObservedConnections.observe(connection, "r1", List.of(this.listener));
	}

	/**
	 * Runs a query on a separate thread and returns its exception.
	 */
	private static CompletableFuture<Throwable> run(Statement statement) {
		CompletableFuture<Throwable> thrown = new CompletableFuture<>();
		Thread thread = new Thread(() -> {
			try {
				statement.executeQuery(ENDLESS);
				thrown.complete(new AssertionError("has returned"));
			}
			catch (Throwable ex) {
				thrown.complete(ex);
			}
		});
		thread.setDaemon(true);
		thread.start();
		return thrown;
	}

	/**
	 * A call without a text.
	 */
	private interface Call {

		void on(Statement statement) throws SQLException;

	}

	/**
	 * Adds detail to a failure.
	 */
	private static final class Explaining implements JdbcListener {

		private final String message;

		Explaining(String message) {
			this.message = message;
		}

		@Override
		public SQLException explained(ConnectionUsage usage, Execution execution, SQLException failure) {
			return new SQLException(this.message, failure);
		}

	}

}
