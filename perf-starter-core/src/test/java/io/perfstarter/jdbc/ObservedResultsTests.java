package io.perfstarter.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import io.perfstarter.jdbc.Execution.Kind;
import org.h2.jdbc.JdbcResultSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.mockito.Answers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link ObservedConnections}: rows.
 */
class ObservedResultsTests {

	private static final String TWO = "select x from system_range(1, 2)";

	private final RowListener listener = new RowListener();

	private Connection real;

	private Connection observed;

	@BeforeEach
	void borrow() throws SQLException {
		this.real = TestConnections.open();
		this.observed = observe(this.real);
	}

	@AfterEach
	void close() throws SQLException {
		this.real.close();
	}

	private Connection observe(Connection connection) {
		return ObservedConnections.observe(connection, "r1", List.of(this.listener));
	}

	@Test
	void fetchesAreNotReportedIfNobodyHearsOfRows() throws SQLException {
		RecordingListener deaf = new RecordingListener();
		Connection connection = ObservedConnections.observe(this.real, "r1", List.of(deaf));
		Statement statement = connection.createStatement();
		ResultSet result = statement.executeQuery(TWO);
		deaf.events();
		while (result.next()) {
			assertThat(result.getInt(1)).isPositive();
		}
		assertThat(deaf.events()).isEmpty();
		assertThat(result.getStatement()).isSameAs(statement);
		assertThat(result.getStatement().getConnection()).isSameAs(connection);
	}

	@Test
	void tellsWhatMayAskTheDatabaseAndAtTheEndTheRows() throws SQLException {
		ResultSet result = this.observed.createStatement().executeQuery(TWO);
		assertThat(this.listener.events).isEmpty();
		assertThat(result.next()).isTrue();
		assertThat(result.getInt(1)).isOne();
		assertThat(this.listener.events()).containsExactly("fetching " + TWO, "fetched " + TWO);
		assertThat(result.next()).isTrue();
		assertThat(result.getInt("x")).isEqualTo(2);
		assertThat(this.listener.events()).isEmpty();
		assertThat(result.next()).isFalse();
		assertThat(this.listener.events()).containsExactly("2 rows " + TWO);
		result.close();
		assertThat(this.listener.events).isEmpty();
	}

	@Test
	void tellsTheRowsOfAResultThatIsClosedBeforeItsEnd() throws SQLException {
		ResultSet result = this.observed.createStatement().executeQuery(TWO);
		result.next();
		this.listener.events();
		result.close();
		result.close();
		assertThat(this.listener.events()).containsExactly("1 rows " + TWO);
		assertThat(result.isClosed()).isTrue();
	}

	@Test
	void tellsTheRowsOfAResultThatIsClosedWithItsStatement() throws SQLException {
		Statement statement = this.observed.createStatement();
		statement.executeQuery(TWO).next();
		this.listener.events();
		statement.close();
		assertThat(this.listener.events()).containsExactly("1 rows " + TWO);
	}

	@Test
	void tellsTheRowsOfAResultThatTheNextExecutionCloses() throws SQLException {
		Statement statement = this.observed.createStatement();
		ResultSet first = statement.executeQuery(TWO);
		first.next();
		this.listener.events();
		ResultSet second = statement.executeQuery("select 7");
		assertThat(this.listener.events()).containsExactly("1 rows " + TWO);
		second.next();
		second.close();
		first.close();
		assertThat(this.listener.events()).endsWith("1 rows select 7").doesNotContain("1 rows " + TWO);
	}

	@Test
	void tellsTheRowsThatAnyStatementGives() throws SQLException {
		Statement statement = this.observed.createStatement();
		assertThat(statement.execute(TWO)).isTrue();
		ResultSet result = statement.getResultSet();
		result.next();
		result.close();
		assertThat(this.listener.events()).endsWith("1 rows " + TWO);
	}

	@Test
	void tellsTheKeysThatAStatementGenerates() throws SQLException {
		String sql = "insert into tickets (car) values ('A')";
		Statement statement = this.observed.createStatement();
		statement.execute("create table tickets (id int auto_increment, car varchar)");
		statement.executeUpdate(sql, Statement.RETURN_GENERATED_KEYS);
		ResultSet keys = statement.getGeneratedKeys();
		assertThat(keys.next()).isTrue();
		assertThat(keys.getInt(1)).isOne();
		keys.close();
		assertThat(this.listener.events()).endsWith("1 rows " + sql);
	}

	@Test
	void leadsBackToTheObservedStatement() throws SQLException {
		Statement statement = this.observed.createStatement();
		ResultSet result = statement.executeQuery(TWO);
		assertThat(result.getStatement()).isSameAs(statement);
		assertThat(result.unwrap(JdbcResultSet.class)).isInstanceOf(JdbcResultSet.class);
		result.close();
		assertThatExceptionOfType(SQLException.class).isThrownBy(result::getStatement);
	}

	@Test
	void resultsOfMetadataAreThoseOfTheDriver() throws SQLException {
		assertThat(this.observed.getMetaData().getTables(null, null, null, null)).isInstanceOf(JdbcResultSet.class);
	}

	@Test
	void aStepThatFailsIsToldToItsEndAndArrivesAsItIs() throws SQLException {
		SQLException failure = new SQLException("gone");
		ResultSet result = results(0, () -> {
			throw failure;
		});
		assertThatExceptionOfType(SQLException.class).isThrownBy(result::next).isSameAs(failure);
		assertThat(this.listener.events()).containsExactly("fetching q", "not fetched q");
	}

	@ParameterizedTest
	@CsvSource({ "0, 100000", "50, 50", "1, 1", "-2147483648, 1" })
	void onlyMovesThatMayAskTheDatabaseAreTold(int fetchSize, int portion) throws SQLException {
		ResultSet result = results(fetchSize, () -> true);
		for (int row = 0; row < 1_000; row++) {
			this.listener.events();
			assertThat(result.next()).isTrue();
			assertThat(this.listener.events()).as("row %s", row).hasSize((row % portion == 0) ? 2 : 0);
		}
		result.close();
		assertThat(this.listener.events()).containsExactly("1000 rows q");
	}

	@Test
	void withoutAFetchSizeEachMoveIsTold() throws SQLException {
		ResultSet result = observed(stub(ResultSet.class, (proxy, method, args) -> {
			if (method.getName().equals("getFetchSize")) {
				throw new SQLFeatureNotSupportedException();
			}
			return true;
		}));
		result.next();
		result.next();
		assertThat(this.listener.events()).hasSize(4);
	}

	@ParameterizedTest
	@MethodSource
	void everyResultOfAStatementIsObserved(Method method) throws Exception {
		Connection connection = observe(mock(Connection.class, Answers.RETURNS_MOCKS));
		CallableStatement statement = connection.prepareCall("q");
		statement.execute();
		Object[] arguments = Arrays.stream(method.getParameterTypes()).map((type) -> "q").toArray();
		assertThat(((ResultSet) method.invoke(statement, arguments)).getStatement()).isSameAs(statement);
	}

	static Stream<Method> everyResultOfAStatementIsObserved() {
		return Stream.of(Statement.class, PreparedStatement.class, CallableStatement.class)
			.flatMap((type) -> Arrays.stream(type.getMethods()))
			.filter((method) -> method.getReturnType() == ResultSet.class)
			.distinct();
	}

	/**
	 * Creates a simulated result set.
	 * @param fetchSize the fetch size
	 */
	private ResultSet results(int fetchSize, TestConnections.Behaviour step) throws SQLException {
		ResultSet rows = stub(ResultSet.class, (proxy, method, args) -> switch (method.getName()) {
			case "next" -> step.call();
			case "getFetchSize" -> fetchSize;
			default -> null;
		});
		return observed(rows);
	}

	private ResultSet observed(ResultSet rows) throws SQLException {
		Connection connection = observe(TestConnections.with(this.real, "createStatement",
				() -> TestConnections.with(this.real.createStatement(), "executeQuery", () -> rows)));
		return connection.createStatement().executeQuery("q");
	}

	private static <T> T stub(Class<T> type, InvocationHandler handler) {
		return type.cast(
				Proxy.newProxyInstance(ObservedResultsTests.class.getClassLoader(), new Class<?>[] { type }, handler));
	}

	/**
	 * Records the row events.
	 */
	private static final class RowListener implements JdbcListener {

		private final List<String> events = new ArrayList<>();

		@Override
		public void executing(ConnectionUsage usage, Execution execution) {
			if (execution.kind() == Kind.FETCH) {
				this.events.add("fetching " + execution.sql());
			}
		}

		@Override
		public void executed(ConnectionUsage usage, Execution execution, long endedAt, @Nullable SQLException failure) {
			if (execution.kind() == Kind.FETCH) {
				this.events.add(((failure != null) ? "not fetched " : "fetched ") + execution.sql());
			}
		}

		@Override
		public void rows(ConnectionUsage usage, Execution execution, long rows) {
			this.events.add(rows + " rows " + execution.sql());
		}

		private List<String> events() {
			List<String> copy = List.copyOf(this.events);
			this.events.clear();
			return copy;
		}

	}

}
