package io.perfstarter.jdbc;

import java.io.StringReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.assertj.core.api.ThrowingConsumer;
import org.h2.jdbc.JdbcConnection;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link ConnectionReplacement}: when a connection is replaced and when not.
 */
class ConnectionReplacementTests {

	private static final SQLException LOST = new SQLException("gone", "08006");

	private static final SQLException REFUSED = new SQLException("not here", "0A000");

	private final RecordingListener listener = new RecordingListener();

	private final RecordingListener otherListener = new RecordingListener();

	private Connection first;

	private Connection other;

	private boolean lost;

	private int evicted;

	private boolean refuses;

	private boolean commitFails;

	private List<String> toldOfFirst;

	private Connection connection;

	@BeforeEach
	void borrow() throws SQLException {
		this.first = TestConnections.open();
		this.other = TestConnections.open();
		for (Connection each : List.of(this.first, this.other)) {
			try (Statement statement = each.createStatement()) {
				statement.execute("create table servers (name varchar(10))");
				statement
					.execute("insert into servers values ('%s')".formatted((each == this.first) ? "first" : "other"));
			}
		}
		this.connection = ObservedConnections.observe(losing(this.first), "r1", List.of(this.listener),
				new ConnectionReplacement() {

					@Override
					public @Nullable SQLException refusal(String sql) {
						return sql.contains("name") ? refused() : null;
					}

					@Override
					public boolean isFor(SQLException failure) {
						return failure == LOST || failure == REFUSED;
					}

					@Override
					public void evict(Connection connection) {
						ConnectionReplacementTests.this.evicted++;
					}

					@Override
					public boolean losesNothing(SQLException failure) {
						return failure == LOST;
					}

					@Override
					public Connection connection() {
						ConnectionReplacementTests.this.toldOfFirst = ConnectionReplacementTests.this.listener.events();
						return ObservedConnections.observe(ConnectionReplacementTests.this.other, "primary",
								List.of(ConnectionReplacementTests.this.otherListener));
					}

				});
	}

	@AfterEach
	void close() throws SQLException {
		this.first.close();
		this.other.close();
	}

	private @Nullable SQLException refused() {
		return this.refuses ? REFUSED : null;
	}

	/**
	 * Fails all executions once the connection is lost.
	 */
	private Connection losing(Connection real) {
		return losing(Connection.class, real);
	}

	private <T> T losing(Class<T> type, T real) {
		return type.cast(Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { type },
				(proxy, method, arguments) -> {
					if (this.lost && method.getName().startsWith("execute")
							|| this.commitFails && Set.of("commit", "rollback", "close").contains(method.getName())) {
						throw LOST;
					}
					try {
						Object result = method.invoke(real, arguments);
						if (result instanceof PreparedStatement statement) {
							return losing(PreparedStatement.class, statement);
						}
						return (result instanceof Statement statement) ? losing(Statement.class, statement) : result;
					}
					catch (InvocationTargetException ex) {
						throw ex.getTargetException();
					}
				}));
	}

	@Test
	void theFirstQueryIsAskedAgainWithItsParameters() throws SQLException {
		this.lost = true;
		try (PreparedStatement statement = this.connection
			.prepareStatement("select name from servers where 1 = cast(? as int) and length(name) > ?")) {
			statement.setFetchSize(7);
			statement.setString(1, "1");
			statement.setInt(2, 2);
			try (ResultSet rows = statement.executeQuery()) {
				assertThat(rows.next()).isTrue();
				assertThat(rows.getString(1)).isEqualTo("other");
			}
			assertThat(statement.getFetchSize()).isEqualTo(7);
			assertThat(statement.getConnection()).isSameAs(this.connection);
		}
		assertThat(name(this.connection)).isEqualTo("other");
	}

	@ParameterizedTest
	@MethodSource
	void aConnectionWithALastingSettingIsEvicted(String name, ThrowingConsumer<Connection> setting, boolean lasting)
			throws SQLException {
		try (Connection connection = this.connection) {
			setting.accept(connection);
			this.lost = true;
			assertThat(name(connection)).isEqualTo("other");
		}
		assertThat(this.evicted).isEqualTo(lasting ? 1 : 0);
	}

	static Stream<Arguments> aConnectionWithALastingSettingIsEvicted() {
		return Stream.of(setting("nothing", (connection) -> {
		}, false), setting("auto-commit", (connection) -> connection.setAutoCommit(false), false),
				setting("read-only", (connection) -> connection.setReadOnly(true), false),
				setting("isolation", (connection) -> connection.setTransactionIsolation(8), false),
				setting("timeout", (connection) -> connection.setNetworkTimeout(Runnable::run, 0), false),
				setting("schema", (connection) -> connection.setSchema("PUBLIC"), true),
				setting("catalog", (connection) -> connection.setCatalog(connection.getCatalog()), true),
				setting("holdability", (connection) -> connection.setHoldability(ResultSet.HOLD_CURSORS_OVER_COMMIT),
						true),
				setting("types", (connection) -> connection.setTypeMap(Map.of()), true),
				setting("client info", (connection) -> connection.setClientInfo(new Properties()), true));
	}

	private static Arguments setting(String name, ThrowingConsumer<Connection> setting, boolean lasting) {
		return Arguments.of(name, setting, lasting);
	}

	@ParameterizedTest
	@CsvSource({ "select name from servers, 0", "SET @tenant = 1, 1", "select set_config(), 1", "reset role, 1",
			"create temporary table t (i int), 1", "select offset_days from settings, 0" })
	void aConnectionOnWhichAStatementMayHaveSetSomethingIsEvicted(String sql, int evicted) throws SQLException {
		this.lost = true;
		try (Statement statement = this.connection.createStatement()) {
			statement.executeQuery(sql);
		}
		catch (SQLException ex) {
			// The replacement may not know it.
		}
		assertThat(this.evicted).isEqualTo(evicted);
	}

	@Test
	void aCommitThatLosesNothingEndsWell() throws SQLException {
		this.connection.setAutoCommit(false);
		assertThat(name(this.connection)).isEqualTo("first");
		this.commitFails = true;
		this.connection.commit();
		assertThat(this.listener.events()).endsWith("committed");
		// The pool fails to roll back the lost connection.
		this.connection.close();
	}

	@Test
	void aRollbackOfALostConnectionHidesNoFailureOfTheCaller() throws SQLException {
		this.connection.setAutoCommit(false);
		assertThat(name(this.connection)).isEqualTo("first");
		this.commitFails = true;
		this.connection.rollback();
		this.connection.close();
		assertThat(this.listener.events()).contains("rolled back");
	}

	@Test
	void settingsAreMadeAgain() throws SQLException {
		this.connection.setAutoCommit(false);
		this.connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
		this.lost = true;
		assertThat(name(this.connection)).isEqualTo("other");
		assertThat(this.other.getAutoCommit()).isFalse();
		assertThat(this.other.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
		this.connection.commit();
	}

	@Test
	void whatReadsNoRowsMayComeBefore() throws SQLException {
		this.connection.setAutoCommit(false);
		assertThat(this.connection.getMetaData().getDatabaseProductName()).isEqualTo("H2");
		Savepoint savepoint = this.connection.setSavepoint("nested");
		this.lost = true;
		try (PreparedStatement statement = this.connection
			.prepareStatement("with a as (select name from servers where length(name) = ?) select name from a")) {
			assertThat(statement.getParameterMetaData().getParameterCount()).isOne();
			statement.setInt(1, 5);
			assertThat(statement.execute()).isTrue();
			try (ResultSet rows = statement.getResultSet()) {
				assertThat(rows.next()).isTrue();
				assertThat(rows.getString(1)).isEqualTo("other");
			}
		}
		this.connection.releaseSavepoint(savepoint);
		this.connection.commit();
	}

	@Test
	void whatHasReadRowsOfTheMetadataIsNotReplaced() throws SQLException {
		try (ResultSet catalogs = this.connection.getMetaData().getCatalogs()) {
			assertThat(catalogs.next()).isTrue();
		}
		this.lost = true;
		assertNotReplaced(() -> name(this.connection));
	}

	@Test
	void eachLeaseIsToldOfByItsOwnListeners() throws SQLException {
		this.lost = true;
		name(this.connection);
		this.connection.close();
		assertThat(this.toldOfFirst).containsExactly("borrowed", "executing QUERY select name from servers",
				"explained QUERY select name from servers", "failed QUERY select name from servers", "returned");
		assertThat(this.listener.events()).isEmpty();
		assertThat(this.otherListener.events()).containsExactly("borrowed", "executing QUERY select name from servers",
				"executed QUERY select name from servers", "returned");
		assertThat(this.other.isClosed()).isTrue();
	}

	@Test
	void whatHasAnsweredIsNotReplaced() throws SQLException {
		assertThat(name(this.connection)).isEqualTo("first");
		this.lost = true;
		assertNotReplaced(() -> name(this.connection));
	}

	@Test
	void whatHasFailedForAnotherReasonIsNotReplaced() throws SQLException {
		try (Statement statement = this.connection.createStatement()) {
			assertThatExceptionOfType(SQLException.class).isThrownBy(() -> statement.executeQuery("select nonsense"));
		}
		this.lost = true;
		assertNotReplaced(() -> name(this.connection));
	}

	@Test
	void whatMayWriteIsNotAskedAgain() throws SQLException {
		this.lost = true;
		try (Statement statement = this.connection.createStatement()) {
			assertNotReplaced(() -> statement.executeUpdate("insert into servers values ('one more')"));
			assertNotReplaced(() -> statement.execute("insert into servers values ('one more')"));
		}
	}

	@Test
	void whatHasBeenReadIsNotAskedAgain() throws SQLException {
		this.lost = true;
		try (PreparedStatement statement = this.connection
			.prepareStatement("select name from servers where name <> ?")) {
			statement.setCharacterStream(1, new StringReader("nobody"));
			assertNotReplaced(statement::executeQuery);
		}
	}

	@Test
	void ofTwoStatementsNoneIsAskedAgain() throws SQLException {
		try (Statement one = this.connection.createStatement(); Statement two = this.connection.createStatement()) {
			this.lost = true;
			assertNotReplaced(() -> two.executeQuery("select name from servers"));
			assertNotReplaced(() -> one.executeQuery("select name from servers"));
		}
	}

	@Test
	void whatWasUnwrappedIsNotReplaced() throws SQLException {
		this.connection.unwrap(JdbcConnection.class);
		this.lost = true;
		assertNotReplaced(() -> name(this.connection));
	}

	@Test
	void whatWasReturnedIsNotReplaced() throws SQLException {
		Statement statement = this.connection.createStatement();
		this.connection.close();
		this.lost = true;
		assertNotReplaced(() -> statement.executeQuery("select name from servers"));
	}

	@Test
	void aRefusedFirstStatementIsExecutedOnTheReplacementOnly() throws SQLException {
		this.refuses = true;
		assertThat(name(this.connection)).isEqualTo("other");
		assertThat(name(this.connection)).isEqualTo("other");
		assertThat(this.toldOfFirst).containsExactly("borrowed", "returned");
		assertThat(this.otherListener.events()).containsExactly("borrowed", "executing QUERY select name from servers",
				"executed QUERY select name from servers", "executing QUERY select name from servers",
				"executed QUERY select name from servers");
	}

	@Test
	void whatWasRefusedMayWriteOnTheReplacement() throws SQLException {
		this.refuses = true;
		try (PreparedStatement statement = this.connection.prepareStatement("update servers set name = ?")) {
			statement.setString(1, "changed");
			assertThat(statement.executeUpdate()).isEqualTo(1);
		}
		assertThat(name(this.other)).isEqualTo("changed");
		assertThat(this.first.isClosed()).isTrue();
	}

	@Test
	void aLaterStatementThatIsRefusedIsNotExecuted() throws SQLException {
		name(this.connection);
		this.refuses = true;
		assertNotReplaced(() -> name(this.connection), REFUSED);
		try (Statement statement = this.connection.createStatement()) {
			assertNotReplaced(() -> statement.executeUpdate("update servers set name = 'changed'"), REFUSED);
		}
		assertThat(name(this.first)).isEqualTo("first");
	}

	@Test
	void aBatchThatIsRefusedIsNotExecuted() throws SQLException {
		this.refuses = true;
		try (Statement statement = this.connection.createStatement()) {
			statement.addBatch("update servers set name = 'changed'");
			assertNotReplaced(statement::executeBatch, REFUSED);
		}
		assertThat(name(this.first)).isEqualTo("first");
	}

	private void assertNotReplaced(ThrowingCallable call) {
		assertNotReplaced(call, LOST);
	}

	private void assertNotReplaced(ThrowingCallable call, SQLException failure) {
		assertThatExceptionOfType(SQLException.class).isThrownBy(call).isSameAs(failure);
		assertThat(this.otherListener.events()).isEmpty();
	}

	private static String name(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement();
				ResultSet rows = statement.executeQuery("select name from servers")) {
			assertThat(rows.next()).isTrue();
			return rows.getString(1);
		}
	}

}
