package io.perfstarter.routing.connection;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ConnectionLoss}.
 */
class ConnectionLossTests {

	@Test
	void aClosedConnectionIsLost() {
		assertThat(ConnectionLoss.isIn(new SQLException("I/O error", "08006"))).isTrue();
		assertThat(ConnectionLoss.isIn(new SQLException("terminating connection", "57P01"))).isTrue();
		assertThat(ConnectionLoss.isIn(new SQLTimeoutException("Connection was killed", "70100", 1927))).isTrue();
	}

	@Test
	void aQueryThatIsCancelledLosesNoConnection() {
		assertThat(ConnectionLoss.isIn(new SQLTimeoutException("Query was interrupted", "70100", 1317))).isFalse();
		assertThat(ConnectionLoss.isIn(new SQLException("canceling statement", "57014"))).isFalse();
	}

	@Test
	void aServerThatAcceptsNoMoreConnectionsIsBusy() {
		assertThat(isPoolTimeout(null)).isTrue();
		assertThat(isPoolTimeout(new SQLException("too many connections for role", "53300"))).isTrue();
		assertThat(isPoolTimeout(new SQLException("Too many connections", "08004", 1040))).isTrue();
		assertThat(isPoolTimeout(new SQLException("Connection refused", "08001"))).isFalse();
		assertThat(ConnectionLoss.isPoolTimeout(new SQLException("too many connections", "53300"))).isFalse();
	}

	private static boolean isPoolTimeout(@Nullable SQLException cause) {
		return ConnectionLoss.isPoolTimeout(new SQLTransientConnectionException("Connection is not available", cause));
	}

	@Test
	void aSocketTimeoutOfTheCallerLosesNoConnection() {
		assertThat(ConnectionLoss.isIn(new SQLException("I/O error", "08006", new SocketTimeoutException()))).isFalse();
		assertThat(ConnectionLoss.isIn(new SQLException("Communications link failure", "08S01",
				new IOException("Communications link failure", new SocketTimeoutException()))))
			.isFalse();
	}

}
