package org.apache.shop;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.ObservedConnections;

/**
 * Borrows connections without a database. Stands for an application in a package below
 * those of a library.
 */
public final class Shop {

	private Shop() {
	}

	/**
	 * Returns a listener that forwards to two listeners.
	 */
	public static JdbcListener both(JdbcListener first, JdbcListener second) {
		return (JdbcListener) Proxy.newProxyInstance(Shop.class.getClassLoader(), new Class<?>[] { JdbcListener.class },
				(proxy, method, arguments) -> {
					if (method.getName().equals("forWarmup")) {
						return both(first.forWarmup(), second.forWarmup());
					}
					method.invoke(first, arguments);
					return method.invoke(second, arguments);
				});
	}

	/**
	 * Runs something in a method of the application.
	 */
	public static void run(Runnable work) {
		work.run();
	}

	/**
	 * Reports to a listener that the current thread has requested and borrowed a
	 * connection.
	 */
	public static ConnectionUsage borrow(JdbcListener listener, String pool) {
		listener.requested(pool);
		return borrowWithoutRequest(listener, pool);
	}

	/**
	 * Reports to a listener that the current thread has borrowed a connection.
	 */
	public static ConnectionUsage borrowWithoutRequest(JdbcListener listener, String pool) {
		AtomicReference<ConnectionUsage> usage = new AtomicReference<>();
		Connection none = (Connection) Proxy.newProxyInstance(Shop.class.getClassLoader(),
				new Class<?>[] { Connection.class }, (proxy, method, arguments) -> null);
		ObservedConnections.observe(none, pool, List.of(new JdbcListener() {

			@Override
			public void borrowed(ConnectionUsage lent) {
				listener.borrowed(lent);
				usage.set(lent);
			}

		}));
		return usage.get();
	}

}
