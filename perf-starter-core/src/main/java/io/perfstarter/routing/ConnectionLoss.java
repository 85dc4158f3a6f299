package io.perfstarter.routing;

import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;

/**
 * Tells whether a failure says that a connection, or its server, is gone.
 */
final class ConnectionLoss {

	/**
	 * Connection exceptions of the standard, and PostgreSQL's shutdown.
	 */
	private static final String[] STATES = { "08", "57P0" };

	private ConnectionLoss() {
	}

	/**
	 * Whether the connection was lost, and not because the caller would not wait any
	 * longer.
	 */
	static boolean isIn(SQLException failure) {
		return hasState(failure) && !Thread.currentThread().isInterrupted() && !isTimeout(failure);
	}

	/**
	 * Whether a server does not answer that was asked for something it has at hand.
	 */
	static boolean isSilence(Throwable failure) {
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
