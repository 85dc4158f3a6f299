package io.perfstarter.routing;

import java.sql.Connection;
import java.sql.SQLException;

import org.jspecify.annotations.Nullable;

/**
 * Takes a connection of a server that has a place for it.
 */
@FunctionalInterface
interface Borrowing {

	/**
	 * Takes the connection, or gives the place back.
	 * @return the connection, {@code null} if another server is to be asked
	 * @throws SQLException if no server is to be asked
	 */
	@Nullable Connection borrow() throws SQLException;

}
