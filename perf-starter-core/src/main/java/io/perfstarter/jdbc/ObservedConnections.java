package io.perfstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

import org.springframework.jdbc.support.JdbcUtils;

/**
 * Wraps connections so that their use is reported to listeners. Stateless and
 * thread-safe.
 */
public final class ObservedConnections {

	private ObservedConnections() {
	}

	/**
	 * Observes a connection that was requested and borrowed just now.
	 * @param connection the connection borrowed from the pool
	 * @param pool the pool name
	 * @param listeners the listeners, called in this order
	 * @return the connection to hand to the caller
	 * @see #observe(Connection, String, long, List)
	 */
	public static Connection observe(Connection connection, String pool, List<JdbcListener> listeners) {
		return observe(connection, pool, System.nanoTime(), listeners);
	}

	/**
	 * Observes a connection from now until it is returned.
	 *
	 * <p>
	 * {@code getConnection()} of statements and metadata returns the observed connection,
	 * and {@code getStatement()} of result sets the observed statement. Result sets of
	 * arrays and unwrapped objects are not observed. If the connection is observed
	 * already, the listeners are added to the existing ones.
	 * @param connection the connection borrowed from the pool
	 * @param pool the pool name
	 * @param requestedAt when the connection was requested, by {@link System#nanoTime()}
	 * @param listeners the listeners, called in this order
	 * @return the connection to hand to the caller: the given one if there are no
	 * listeners or if it is observed already
	 */
	public static Connection observe(Connection connection, String pool, long requestedAt,
			List<JdbcListener> listeners) {
		if (listeners.isEmpty()) {
			return connection;
		}
		if (connection instanceof ObservedConnection observed) {
			observed.addListeners(listeners);
			return connection;
		}
		CompositeJdbcListener composite = new CompositeJdbcListener(
				new ConnectionUsage(pool, requestedAt, System.nanoTime()), listeners);
		Connection observed = new ObservedConnection(connection, pool, composite);
		try {
			composite.borrowed();
		}
		catch (Error ex) {
			JdbcUtils.closeConnection(observed);
			throw ex;
		}
		return observed;
	}

	/**
	 * Observes a connection that was requested and borrowed just now, and replaces it if
	 * it is lost before it has returned data. Repeats the settings and the first query on
	 * the replacement, which reports to its own listeners.
	 * @param connection the connection borrowed from the pool
	 * @param pool the pool name
	 * @param listeners the listeners, called in this order
	 * @param replacement supplies the replacement
	 * @return the connection to hand to the caller
	 */
	public static Connection observe(Connection connection, String pool, List<JdbcListener> listeners,
			ConnectionReplacement replacement) {
		Connection observed = observe(connection, pool, listeners);
		if (observed instanceof ObservedConnection replaceable) {
			replaceable.replaceableBy(replacement);
		}
		return observed;
	}

	/**
	 * Aborts an observed connection that has not returned data yet and can be replaced,
	 * so that its running statement fails. Does nothing otherwise.
	 * @param connection an observed connection
	 * @throws SQLException if the abort fails
	 */
	public static void abortUnanswered(Connection connection) throws SQLException {
		if (connection instanceof ObservedConnection observed) {
			observed.abortUnanswered();
		}
	}

}
