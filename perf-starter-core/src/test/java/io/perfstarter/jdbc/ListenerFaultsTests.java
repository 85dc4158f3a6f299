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
 * Tests for {@link ListenerFaults}.
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
		assertThat(next.news()).containsExactly("borrowed", "executing ANY values 1", "executed ANY values 1",
				"executing ANY nonsense", "explained ANY nonsense", "failed ANY nonsense", "committed", "rolled back",
				"returned");
		assertThat(ListenerFaults.count(Faulty.class)).isEqualTo(9);
		assertThat(output).contains("WARN")
			.containsOnlyOnce("$Faulty' has failed")
			.contains("planted fault 1")
			.doesNotContain("planted fault 2");
	}

	@Test
	void eachClassOfListenersIsLogged(CapturedOutput output) throws SQLException {
		ObservedConnections.observe(TestConnections.open(), "r1", List.of(new FaultyOnce())).close();
		ObservedConnections.observe(TestConnections.open(), "r1", List.of(new FaultyToo())).close();
		assertThat(output).contains("FaultyOnce' has failed").contains("FaultyToo' has failed");
	}

	/**
	 * Throws whatever it hears.
	 */
	private static final class Faulty implements JdbcListener {

		private int faults;

		@Override
		public void borrowed(Lease lease) {
			throw fault();
		}

		@Override
		public void executing(Lease lease, Execution execution) {
			throw fault();
		}

		@Override
		public void executed(Lease lease, Execution execution, long endedAt, @Nullable SQLException failure) {
			throw fault();
		}

		@Override
		public SQLException explained(Lease lease, Execution execution, SQLException failure) {
			throw fault();
		}

		@Override
		public void committed(Lease lease) {
			throw fault();
		}

		@Override
		public void rolledBack(Lease lease) {
			throw fault();
		}

		@Override
		public void returned(Lease lease) {
			throw fault();
		}

		private IllegalStateException fault() {
			return new IllegalStateException("planted fault " + ++this.faults);
		}

	}

	/**
	 * Throws what it hears first.
	 */
	private static final class FaultyOnce implements JdbcListener {

		@Override
		public void borrowed(Lease lease) {
			throw new IllegalStateException("planted");
		}

	}

	/**
	 * Throws what it hears last.
	 */
	private static final class FaultyToo implements JdbcListener {

		@Override
		public void returned(Lease lease) {
			throw new IllegalStateException("planted");
		}

	}

}
