package io.perfstarter.routing.connection;

import java.sql.SQLException;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PositionRefusedException}.
 */
class PositionRefusedExceptionTests {

	@Test
	void privilegeThatIsMissingIsNamed() {
		SQLException cause = new SQLException("permission denied for function pg_last_wal_replay_lsn", "42501");
		assertThat(FailureText.of(new PositionRefusedException(cause)))
			.isEqualTo("PositionRefusedException: The user may not read the position of the server: "
					+ "grant EXECUTE on the function, or set 'perf-starter.routing.read-your-writes.mode' to 'window', "
					+ "caused by SQLException (42501): permission denied for function pg_last_wal_replay_lsn");
	}

	@Test
	void noPrivilegeHelpsWithoutTheFunction() {
		SQLException cause = new SQLException("function pg_last_wal_replay_lsn() does not exist", "42883");
		assertThat(FailureText.of(new PositionRefusedException(cause)))
			.isEqualTo("PositionRefusedException: The server does not provide its position: "
					+ "set 'perf-starter.routing.read-your-writes.mode' to 'window', "
					+ "caused by SQLException (42883): function pg_last_wal_replay_lsn() does not exist");
	}

	@Test
	void anotherRemedyIsTold() {
		assertThat(FailureText.of(new PositionRefusedException("Set this"))).isEqualTo(
				"PositionRefusedException: Set this, or set 'perf-starter.routing.read-your-writes.mode' to 'window'");
	}

}
