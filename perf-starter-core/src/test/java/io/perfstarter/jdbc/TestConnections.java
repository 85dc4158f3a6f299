package io.perfstarter.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Connections of H2, and such that do one thing in another way.
 */
final class TestConnections {

	private TestConnections() {
	}

	/**
	 * A connection to an empty database of its own.
	 */
	static Connection open() throws SQLException {
		return DriverManager.getConnection("jdbc:h2:mem:");
	}

	/**
	 * A connection to a database that others see too.
	 */
	static Connection open(String database) throws SQLException {
		return DriverManager.getConnection("jdbc:h2:mem:" + database);
	}

	/**
	 * A connection that does something of its own in place of one method, as a pool's
	 * would.
	 */
	static Connection with(Connection real, String method, Behaviour behaviour) {
		return with(Connection.class, real, method, behaviour);
	}

	/**
	 * A statement that does something of its own in place of one method.
	 */
	static Statement with(Statement real, String method, Behaviour behaviour) {
		return with(Statement.class, real, method, behaviour);
	}

	private static <T> T with(Class<T> type, T real, String name, Behaviour behaviour) {
		return type.cast(Proxy.newProxyInstance(TestConnections.class.getClassLoader(), new Class<?>[] { type },
				(proxy, method, args) -> {
					if (method.getName().equals(name)) {
						return behaviour.call();
					}
					try {
						return method.invoke(real, args);
					}
					catch (InvocationTargetException ex) {
						throw ex.getTargetException();
					}
				}));
	}

	/**
	 * What is done instead.
	 */
	interface Behaviour {

		Object call() throws Throwable;

	}

}
