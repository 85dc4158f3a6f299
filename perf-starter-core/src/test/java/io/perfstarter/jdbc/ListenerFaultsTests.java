package io.perfstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link CompositeJdbcListener}: listeners that fail.
 */
@ExtendWith(OutputCaptureExtension.class)
class ListenerFaultsTests {

	@Test
	void aListenerThatThrowsIsLoggedOnceAndDisturbsNobody(CapturedOutput output) throws SQLException {
		RecordingListener next = new RecordingListener();
		List<JdbcListener> listeners = List.of(new Faulty(), next);
		try (Connection connection = ObservedConnections.observe(TestConnections.open(), "r1", listeners);
				Statement statement = connection.createStatement()) {
			statement.execute("values 1");
			assertThatExceptionOfType(SQLException.class).isThrownBy(() -> statement.execute("nonsense"))
				.satisfies((thrown) -> assertThat(next.failures()).containsExactly(thrown));
			connection.commit();
			connection.rollback();
		}
		assertThat(next.events()).containsExactly("borrowed", "executing ANY values 1", "executed ANY values 1",
				"executing ANY nonsense", "explained ANY nonsense", "failed ANY nonsense", "committed", "rolled back",
				"returned");
		assertThat(output).contains("WARN")
			.containsOnlyOnce("$Faulty' failed")
			.contains("planted fault 1")
			.doesNotContain("planted fault 2");
	}

	@Test
	void eachClassOfListenersIsLogged(CapturedOutput output) throws SQLException {
		ObservedConnections.observe(TestConnections.open(), "r1", List.of(new FaultyOnce())).close();
		ObservedConnections.observe(TestConnections.open(), "r1", List.of(new FaultyToo())).close();
		assertThat(output).contains("FaultyOnce' failed").contains("FaultyToo' failed");
	}

	@Test
	void anErrorOfAListenerKeepsNoConnection() throws SQLException {
		RecordingListener next = new RecordingListener();
		Connection real = TestConnections.open();
		assertThatExceptionOfType(StackOverflowError.class)
			.isThrownBy(() -> ObservedConnections.observe(real, "r1", List.of(new Overflowing(), next)));
		assertThat(real.isClosed()).isTrue();
		assertThat(next.events()).containsExactly("borrowed", "returned");
	}

	/**
	 * Throws an error on the first and the last event.
	 */
	private static final class Overflowing implements JdbcListener {

		@Override
		public void borrowed(ConnectionUsage usage) {
			throw new StackOverflowError("planted");
		}

		@Override
		public void returned(ConnectionUsage usage) {
			throw new StackOverflowError("planted");
		}

	}

	/**
	 * Throws on every event.
	 */
	private static final class Faulty implements JdbcListener {

		private int faults;

		@Override
		public void borrowed(ConnectionUsage usage) {
			throw fault();
		}

		@Override
		public void executing(ConnectionUsage usage, Execution execution) {
			throw fault();
		}

		@Override
		public void executed(ConnectionUsage usage, Execution execution, long endedAt, @Nullable SQLException failure) {
			throw fault();
		}

		@Override
		public SQLException explained(ConnectionUsage usage, Execution execution, SQLException failure) {
			throw fault();
		}

		@Override
		public void returned(ConnectionUsage usage) {
			throw fault();
		}

		private IllegalStateException fault() {
			return new IllegalStateException("planted fault " + ++this.faults);
		}

	}

	/**
	 * Throws on the first event.
	 */
	private static final class FaultyOnce implements JdbcListener {

		@Override
		public void borrowed(ConnectionUsage usage) {
			throw new IllegalStateException("planted");
		}

	}

	/**
	 * Throws on the last event.
	 */
	private static final class FaultyToo implements JdbcListener {

		@Override
		public void returned(ConnectionUsage usage) {
			throw new IllegalStateException("planted");
		}

	}

}
