package org.apache.shop;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.Lease;
import io.perfstarter.jdbc.ObservedConnections;

/**
 * Leases of connections that there are not, by an application below a package of many
 * libraries.
 */
public final class Leases {

	private Leases() {
	}

	/**
	 * Lets a listener hear that the calling thread has asked for a connection, and got
	 * one.
	 */
	public static Lease borrow(JdbcListener listener, String pool) {
		listener.requested(pool);
		return lend(listener, pool);
	}

	/**
	 * Lets a listener hear that the calling thread has got a connection.
	 */
	public static Lease lend(JdbcListener listener, String pool) {
		AtomicReference<Lease> lease = new AtomicReference<>();
		Connection none = (Connection) Proxy.newProxyInstance(Leases.class.getClassLoader(),
				new Class<?>[] { Connection.class }, (proxy, method, arguments) -> null);
		ObservedConnections.observe(none, pool, List.of(new JdbcListener() {

			@Override
			public void borrowed(Lease lent) {
				listener.borrowed(lent);
				lease.set(lent);
			}

		}));
		return lease.get();
	}

}
