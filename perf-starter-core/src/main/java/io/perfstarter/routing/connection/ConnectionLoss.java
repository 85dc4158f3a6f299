package io.perfstarter.routing.connection;

import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;

import org.springframework.core.NestedExceptionUtils;

/**
 * Determines whether an exception means that a connection or its server was lost, or that
 * the primary can execute what a replica cannot.
 */
final class ConnectionLoss {

	// The beginning of the SQL states of connection exceptions.
	private static final String CONNECTION = "08";

	// The beginning of the SQL states of a PostgreSQL shutdown.
	private static final String POSTGRES_SHUTDOWN = "57P0";

	// SQL state and error code of a connection that a MariaDB server has closed; a
	// cancelled query has the same state.
	private static final String MARIADB_STATE = "70100";

	private static final int MARIADB_KILLED = 1927;

	// SQL states of statements that a PostgreSQL standby cancels because of a conflict
	// with recovery (40001, 40P01), or does not support (0A000, 55000). Other unsupported
	// statements have the state of a write (25006). The primary refuses a write, too.
	private static final Set<String> REFUSALS = Set.of("40001", "40P01", "0A000", "55000", "25006");

	// SQL state of PostgreSQL and error codes of MariaDB: a server, a database or a user
	// has as many connections as it may have.
	private static final String POSTGRES_LIMIT = "53300";

	private static final Set<Integer> MARIADB_LIMIT = Set.of(1040, 1203, 1226);

	private ConnectionLoss() {
	}

	/**
	 * Returns whether the connection was lost. An interrupt or a socket timeout of the
	 * caller does not count.
	 */
	static boolean isIn(SQLException failure) {
		return isLost(failure) && !Thread.currentThread().isInterrupted()
				&& !(NestedExceptionUtils.getMostSpecificCause(failure) instanceof SocketTimeoutException);
	}

	/**
	 * Returns whether a pool is only exhausted or slow to open a connection: the
	 * exception has no cause, or the server has refused a connection beyond its limit.
	 */
	static boolean isPoolTimeout(SQLException failure) {
		return failure instanceof SQLTransientConnectionException
				&& (failure.getCause() == null || isBeyondLimit(failure.getCause()));
	}

	/**
	 * Returns whether a server works but refuses one more connection.
	 */
	static boolean isBeyondLimit(Throwable failure) {
		return failure instanceof SQLException refusal
				&& (POSTGRES_LIMIT.equals(refusal.getSQLState()) || MARIADB_LIMIT.contains(refusal.getErrorCode()));
	}

	/**
	 * Returns whether a replica has refused a statement that the primary may execute.
	 */
	static boolean isRefusal(SQLException failure) {
		return REFUSALS.contains(String.valueOf(failure.getSQLState()));
	}

	/**
	 * Returns whether a probe failed because the server did not respond.
	 */
	static boolean isUnresponsive(Throwable failure) {
		return failure instanceof SQLTimeoutException || (failure instanceof SQLException sql && isLost(sql));
	}

	private static boolean isLost(SQLException failure) {
		String state = String.valueOf(failure.getSQLState());
		return state.startsWith(CONNECTION) || state.startsWith(POSTGRES_SHUTDOWN)
				|| (state.equals(MARIADB_STATE) && failure.getErrorCode() == MARIADB_KILLED);
	}

}
