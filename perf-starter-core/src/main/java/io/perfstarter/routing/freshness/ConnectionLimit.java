package io.perfstarter.routing.freshness;

import java.sql.SQLException;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Recognizes a server that works but refuses one more connection.
 */
public final class ConnectionLimit {

	// SQL state of a PostgreSQL server, database or user, and error codes of a MariaDB
	// server or user, that has as many connections as it may have.
	private static final String POSTGRES = "53300";

	private static final Set<Integer> MARIADB = Set.of(1040, 1203, 1226);

	private ConnectionLimit() {
	}

	/**
	 * Returns whether a server has refused a connection beyond its limit.
	 * @param failure the failure to connect
	 * @return whether the server is up
	 */
	public static boolean isIn(@Nullable Throwable failure) {
		return failure instanceof SQLException refusal
				&& (POSTGRES.equals(refusal.getSQLState()) || MARIADB.contains(refusal.getErrorCode()));
	}

}
