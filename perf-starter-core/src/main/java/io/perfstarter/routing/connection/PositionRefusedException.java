package io.perfstarter.routing.connection;

import java.sql.SQLException;

/**
 * Thrown if a server answers but refuses to return its position. The message names the
 * remedy.
 */
final class PositionRefusedException extends SQLException {

	private static final String INSUFFICIENT_PRIVILEGE = "42501";

	private static final String WINDOW = "set 'perf-starter.routing.read-your-writes.mode' to 'window'";

	PositionRefusedException(String remedy) {
		super(remedy + ", or " + WINDOW);
	}

	PositionRefusedException(SQLException cause) {
		super(INSUFFICIENT_PRIVILEGE.equals(cause.getSQLState())
				? "The user may not read the position of the server: grant EXECUTE on the function, or " + WINDOW
				: "The server does not provide its position: " + WINDOW, cause);
	}

}
