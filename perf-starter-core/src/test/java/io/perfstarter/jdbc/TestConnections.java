package io.perfstarter.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Creates H2 connections, and connections that replace one method.
 */
final class TestConnections {

	private TestConnections() {
	}

	/**
	 * Opens a connection to a new, private database.
	 */
	static Connection open() throws SQLException {
		return DriverManager.getConnection("jdbc:h2:mem:");
	}

	/**
	 * Opens a connection to a shared database.
	 */
	static Connection open(String database) throws SQLException {
		return DriverManager.getConnection("jdbc:h2:mem:" + database);
	}

	/**
	 * Returns a connection with a different implementation of one method.
	 */
	static Connection with(Connection real, String method, Behaviour behaviour) {
		return with(Connection.class, real, method, behaviour);
	}

	/**
	 * Returns a statement with a different implementation of one method.
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
	 * The replacement of a method.
	 */
	interface Behaviour {

		Object call() throws Throwable;

	}

}
