package io.perfstarter.jdbc;

import java.io.InputStream;
import java.io.Reader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What was asked of an object of JDBC before it has given anything, so that the same can
 * be asked of another. As that object, it is for one thread at a time.
 */
final class Beginning {

	private static final Set<String> SETTINGS = Set.of("setAutoCommit", "setCatalog", "setClientInfo", "setHoldability",
			"setNetworkTimeout", "setReadOnly", "setSchema", "setTransactionIsolation", "setTypeMap");

	private static final Set<String> HARMLESS = Set.of("cancel", "clearWarnings", "close", "getConnection",
			"getAutoCommit", "getCatalog", "getSchema", "getTransactionIsolation", "getWarnings", "isClosed",
			"isReadOnly", "getFetchSize", "getMaxRows", "getQueryTimeout");

	private final List<Call> calls = new ArrayList<>();

	/**
	 * A setting of a connection.
	 * @return whether all is still known that is to be asked again
	 */
	boolean addSetting(Method method, Object[] arguments) {
		return add(SETTINGS.contains(method.getName()), method, arguments);
	}

	/**
	 * A parameter or a setting of a statement.
	 * @return whether all is still known that is to be asked again
	 */
	boolean addInput(Method method, Object[] arguments) {
		String name = method.getName();
		return add((name.startsWith("set") || name.equals("clearParameters")) && isRepeatable(arguments), method,
				arguments);
	}

	private boolean add(boolean repeatable, Method method, Object[] arguments) {
		if (repeatable) {
			this.calls.add(new Call(method, arguments.clone()));
		}
		return repeatable || HARMLESS.contains(method.getName());
	}

	private static boolean isRepeatable(Object[] arguments) {
		for (Object argument : arguments) {
			if (argument instanceof InputStream || argument instanceof Reader || argument instanceof Blob
					|| argument instanceof Clob) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Asks another for the same.
	 */
	void repeatOn(Object other) throws SQLException {
		for (Call call : this.calls) {
			call.on(other);
		}
	}

	/**
	 * A call that can be made again.
	 *
	 * @param method the method
	 * @param arguments its arguments
	 */
	record Call(Method method, Object[] arguments) {

		Object on(Object target) throws SQLException {
			try {
				return this.method.invoke(target, this.arguments);
			}
			catch (InvocationTargetException ex) {
				if (ex.getTargetException() instanceof SQLException failure) {
					throw failure;
				}
				throw new SQLException(ex.getTargetException());
			}
			catch (IllegalAccessException ex) {
				throw new SQLException(ex);
			}
		}

	}

}
