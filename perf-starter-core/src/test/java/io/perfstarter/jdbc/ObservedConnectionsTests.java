package io.perfstarter.jdbc;

import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;

import org.h2.jdbc.JdbcConnection;
import org.h2.jdbc.JdbcPreparedStatement;
import org.h2.jdbc.JdbcStatement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;

/**
 * Tests for {@link ObservedConnections}: usages, and the methods of the wrapper.
 */
class ObservedConnectionsTests {

	private final RecordingListener listener = new RecordingListener();

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

	@Test
	void aUsageEndsWithItsConnectionForAnyListener() throws SQLException {
		RecordingListener listener = new RecordingListener();
		Connection connection = ObservedConnections.observe(TestConnections.open(), "pool", List.of(listener));
		assertThat(listener.usages()).noneMatch(ConnectionUsage::isReturned).isNotEmpty();
		connection.close();
		assertThat(listener.usages()).allMatch(ConnectionUsage::isReturned);
	}

	@Test
	void givesTheConnectionItselfIfNobodyListens() {
		assertThat(ObservedConnections.observe(this.real, "r1", List.of())).isSameAs(this.real);
	}

	@Test
	void tellsBorrowedAtOnce() {
		assertThat(this.listener.events()).containsExactly("borrowed");
		assertThat(this.listener.usages()).singleElement().satisfies((usage) -> {
			assertThat(usage.pool()).isEqualTo("r1");
			assertThat(System.nanoTime() - usage.borrowedAt()).isBetween(0L, 60_000_000_000L);
		});
	}

	@Test
	void eachBorrowingIsALeaseOfItsOwn() {
		observe(this.real);
		assertThat(this.listener.usages()).hasSize(2);
	}

	@Test
	void tellsListenersInTheirOrder() throws SQLException {
		List<String> events = new CopyOnWriteArrayList<>();
		List<JdbcListener> listeners = List.of(new RecordingListener("a ", events),
				new RecordingListener("b ", events));
		try (Connection connection = ObservedConnections.observe(TestConnections.open(), "r1", listeners);
				Statement statement = connection.createStatement()) {
			statement.execute("values 1");
			connection.commit();
			connection.rollback();
		}
		assertThat(events).containsExactly("a borrowed", "b borrowed", "a executing ANY values 1",
				"b executing ANY values 1", "a executed ANY values 1", "b executed ANY values 1", "a committed",
				"b committed", "a rolled back", "b rolled back", "a returned", "b returned");
	}

	@Test
	void tellsReturnedOnceHoweverOftenItIsClosed() throws SQLException {
		this.listener.events();
		this.observed.close();
		assertThat(this.real.isClosed()).isTrue();
		this.observed.close();
		assertThat(this.listener.events()).containsExactly("returned");
	}

	@Test
	void tellsReturnedAfterTheReturn() throws SQLException {
		this.listener.events();
		Connection connection = observe(TestConnections.with(this.real, "close", () -> {
			assertThat(this.listener.events()).containsExactly("borrowed");
			this.real.close();
			return null;
		}));
		connection.close();
		assertThat(this.listener.events()).containsExactly("returned");
	}

	@Test
	void tellsReturnedIfTheCloseFails() {
		SQLException failure = new SQLException("close");
		Connection connection = observe(TestConnections.with(this.real, "close", () -> {
			throw failure;
		}));
		this.listener.events();
		assertThatExceptionOfType(SQLException.class).isThrownBy(connection::close).isSameAs(failure);
		assertThatExceptionOfType(SQLException.class).isThrownBy(connection::close).isSameAs(failure);
		assertThat(this.listener.events()).containsExactly("returned");
	}

	@Test
	void tellsReturnedOnAbortAndNotAgainOnClose() throws SQLException {
		Connection lent = mock(Connection.class);
		Connection connection = observe(lent);
		this.listener.events();
		Executor executor = Runnable::run;
		connection.abort(executor);
		verify(lent).abort(executor);
		assertThat(this.listener.events()).containsExactly("returned");
		connection.close();
		verify(lent).close();
		assertThat(this.listener.events()).isEmpty();
	}

	@Test
	void tellsReturnedIfTheAbortFails() {
		Connection connection = observe(TestConnections.with(this.real, "abort", () -> {
			throw new SQLException("abort");
		}));
		this.listener.events();
		assertThatExceptionOfType(SQLException.class).isThrownBy(() -> connection.abort(Runnable::run));
		assertThat(this.listener.events()).containsExactly("returned");
	}

	@Test
	void nothingThatBeginsAfterTheReturnIsHeard() throws SQLException {
		Connection connection = observe(TestConnections.with(this.real, "close", () -> null));
		Statement statement = connection.createStatement();
		connection.close();
		this.listener.events();
		statement.execute("values 1");
		connection.commit();
		connection.rollback();
		assertThat(this.listener.events()).isEmpty();
	}

	@Test
	void isEqualToItselfOnly() {
		assertThat(this.observed).isEqualTo(this.observed);
		assertThat(this.observed).isNotEqualTo(this.real);
		assertThat(this.observed).isNotEqualTo(observe(this.real));
		assertThat(Set.of(this.observed)).contains(this.observed);
		assertThat(this.observed.hashCode()).isEqualTo(System.identityHashCode(this.observed));
	}

	@Test
	void unwrapsToWhatThePoolOrTheDriverGives() throws SQLException {
		Connection connection = observe(TestConnections.with(this.real, "none", () -> null));
		assertThat(connection.isWrapperFor(JdbcConnection.class)).isTrue();
		assertThat(connection.unwrap(JdbcConnection.class)).isSameAs(this.real);
		assertThat(this.observed.isWrapperFor(JdbcConnection.class)).isTrue();
		assertThat(this.observed.unwrap(JdbcConnection.class)).isSameAs(this.real);
		Statement statement = this.observed.createStatement();
		assertThat(statement.isWrapperFor(JdbcStatement.class)).isTrue();
		assertThat(statement.unwrap(JdbcStatement.class)).isInstanceOf(JdbcStatement.class);
	}

	@Test
	void unwrapsToThePoolsOwnConnectionThatWouldNotSaySoItself() throws SQLException {
		Connection lent = mock(Connection.class);
		assertThat(observe(lent).isWrapperFor(lent.getClass())).isTrue();
		assertThat((Object) observe(lent).unwrap(lent.getClass())).isSameAs(lent);
	}

	@Test
	void unwrapsToTheDriverForAnInterfaceOfJdbc() throws SQLException {
		assertThat(this.observed.isWrapperFor(Connection.class)).isTrue();
		assertThat(this.observed.unwrap(Connection.class)).isSameAs(this.real);
		PreparedStatement statement = this.observed.prepareStatement("values 1");
		assertThat(statement.isWrapperFor(PreparedStatement.class)).isTrue();
		assertThat(statement.unwrap(PreparedStatement.class)).isInstanceOf(JdbcPreparedStatement.class);
	}

	@Test
	void doesNotUnwrapToWhatNobodyIs() throws SQLException {
		assertThat(this.observed.isWrapperFor(CallableStatement.class)).isFalse();
		assertThatExceptionOfType(SQLException.class).isThrownBy(() -> this.observed.unwrap(CallableStatement.class));
	}

	@Test
	void metaDataLeadsBackToTheObservedConnection() throws SQLException {
		DatabaseMetaData metaData = this.observed.getMetaData();
		assertThat(metaData.getConnection()).isSameAs(this.observed);
		assertThat(metaData.getDatabaseProductName()).isEqualTo("H2");
		try (ResultSet tables = metaData.getTables(null, null, "%", null)) {
			Statement statement = tables.getStatement();
			assertThat((statement != null) ? statement.getConnection() : this.observed).isSameAs(this.observed);
		}
	}

	@Test
	void failuresOfOtherCallsArriveAsTheyAre() {
		SQLException failure = new SQLException("read-only");
		Connection connection = observe(TestConnections.with(this.real, "setReadOnly", () -> {
			throw failure;
		}));
		this.listener.events();
		assertThatExceptionOfType(SQLException.class).isThrownBy(() -> connection.setReadOnly(true)).isSameAs(failure);
		assertThat(this.listener.events()).isEmpty();
	}

	@Test
	void errorsArriveAsTheyAre() {
		StackOverflowError error = new StackOverflowError();
		Connection connection = observe(TestConnections.with(this.real, "getMetaData", () -> {
			throw error;
		}));
		assertThatExceptionOfType(StackOverflowError.class).isThrownBy(connection::getMetaData).isSameAs(error);
	}

	private Connection observe(Connection connection) {
		return ObservedConnections.observe(connection, "r1", List.of(this.listener));
	}

}
