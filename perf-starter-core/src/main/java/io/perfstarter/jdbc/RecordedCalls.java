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
 * Records the calls made on a JDBC connection or statement before it has returned any
 * data, so that they can be repeated on a replacement. Not thread-safe.
 */
final class RecordedCalls {

	private static final Set<String> SETTINGS = Set.of("setAutoCommit", "setCatalog", "setClientInfo", "setHoldability",
			"setNetworkTimeout", "setReadOnly", "setSchema", "setTransactionIsolation", "setTypeMap");

	private static final Set<String> HARMLESS = Set.of("cancel", "clearWarnings", "close", "createArrayOf",
			"getConnection", "getAutoCommit", "getCatalog", "getMetaData", "getParameterMetaData", "getSchema",
			"getTransactionIsolation", "getWarnings", "isClosed", "isReadOnly", "getFetchSize", "getMaxRows",
			"getQueryTimeout");

	private static final String SAVEPOINT = "setSavepoint";

	private final List<Call> calls = new ArrayList<>();

	/**
	 * Records a call on a connection.
	 * @return whether the connection can still be replaced after this call
	 */
	boolean addSetting(Method method, Object[] arguments) {
		String name = method.getName();
		// The caller releases a savepoint by its name.
		return add(SETTINGS.contains(name) || (name.equals(SAVEPOINT) && arguments.length == 1), method, arguments);
	}

	/**
	 * Records a call on a statement.
	 * @return whether the statement can still be replaced after this call
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
	 * Repeats the recorded calls on another object.
	 */
	void repeatOn(Object other) throws SQLException {
		for (Call call : this.calls) {
			call.on(other);
		}
	}

	/**
	 * A recorded call.
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
