package io.perfstarter.jdbc;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Lets listeners hear what callers do with the connections that a pool lends.
 */
public final class ObservedConnections {

	private ObservedConnections() {
	}

	/**
	 * Observes a connection that was asked for just now.
	 * @param connection what the pool has lent
	 * @param pool the name of the pool
	 * @param listeners who hears of it, in this order
	 * @return what to give to the caller
	 * @see #observe(Connection, String, long, List)
	 */
	public static Connection observe(Connection connection, String pool, List<JdbcListener> listeners) {
		return observe(connection, pool, System.nanoTime(), listeners);
	}

	/**
	 * Observes a connection that has just been lent, until it is returned.
	 * <p>
	 * The statements of the connection and its metadata lead back to the observed
	 * connection, and the results of its statements to these if anybody
	 * {@linkplain JdbcListener#hearsRows() hears of rows}. If not, they are those of the
	 * driver, as those of the metadata and those that come out of a column always are:
	 * their {@link java.sql.ResultSet#getStatement} leads to what nobody hears, and so
	 * does what is unwrapped. A connection that is observed already is not wrapped once
	 * more: the listeners join those it has, and hear of its lease.
	 * @param connection what the pool has lent
	 * @param pool the name of the pool
	 * @param requestedAt when the pool was asked for it, by {@link System#nanoTime()}
	 * @param listeners who hears of it, in this order
	 * @return what to give to the caller: the connection itself if nobody listens, or if
	 * it is observed already
	 */
	public static Connection observe(Connection connection, String pool, long requestedAt,
			List<JdbcListener> listeners) {
		if (listeners.isEmpty()) {
			return connection;
		}
		if (Proxy.isProxyClass(connection.getClass())
				&& Proxy.getInvocationHandler(connection) instanceof ObservedConnection observed) {
			observed.join(listeners);
			return connection;
		}
		Audience audience = new Audience(new Lease(pool, requestedAt, System.nanoTime()), listeners);
		Connection observed = Observed.proxy(Connection.class, new ObservedConnection(connection, pool, audience));
		audience.borrowed();
		return observed;
	}

	/**
	 * Observes a connection that was asked for just now, and lets another take its place
	 * if it is lost before it has given anything. What was set is set anew there, and the
	 * first query asked again; the other connection is the caller's from then on, and
	 * tells its own listeners.
	 * @param connection what the pool has lent
	 * @param pool the name of the pool
	 * @param listeners who hears of it, in this order
	 * @param replacement gives the other connection
	 * @return what to give to the caller
	 */
	public static Connection observe(Connection connection, String pool, List<JdbcListener> listeners,
			ConnectionReplacement replacement) {
		Connection observed = observe(connection, pool, listeners);
		if (Proxy.getInvocationHandler(observed) instanceof ObservedConnection handler) {
			handler.replaceableBy(replacement);
		}
		return observed;
	}

	/**
	 * Has what runs on a connection fail, if that has given nothing yet and another can
	 * take its place.
	 * @param connection a connection that is observed
	 * @throws SQLException if that fails
	 */
	public static void breakOff(Connection connection) throws SQLException {
		if (Proxy.getInvocationHandler(connection) instanceof ObservedConnection observed) {
			observed.breakOff();
		}
	}

}
