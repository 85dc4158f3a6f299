package io.perfstarter.routing.connection;

import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;

/**
 * Determines whether an exception means that a connection or its server was lost.
 */
final class ConnectionLoss {

	/**
	 * SQL states of connection exceptions, and of a PostgreSQL shutdown.
	 */
	private static final String[] STATES = { "08", "57P0" };

	private ConnectionLoss() {
	}

	/**
	 * Returns whether the connection was lost. An interrupt or a socket timeout of the
	 * caller does not count.
	 */
	static boolean isIn(SQLException failure) {
		return hasState(failure) && !Thread.currentThread().isInterrupted() && !isTimeout(failure);
	}

	/**
	 * Returns whether a server did not answer a probe, which it could have answered
	 * without delay.
	 */
	static boolean isUnresponsive(Throwable failure) {
		return failure instanceof SQLTimeoutException || (failure instanceof SQLException sql && hasState(sql));
	}

	private static boolean hasState(SQLException failure) {
		String state = failure.getSQLState();
		if (state != null) {
			for (String begin : STATES) {
				if (state.startsWith(begin)) {
					return true;
				}
			}
		}
		return false;
	}

	private static boolean isTimeout(SQLException failure) {
		return failure.getCause() instanceof SocketTimeoutException;
	}

}
