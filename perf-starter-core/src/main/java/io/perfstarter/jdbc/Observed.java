package io.perfstarter.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.sql.Wrapper;

import org.jspecify.annotations.Nullable;

/**
 * Base class of the proxies for JDBC objects. Calls that a subclass does not handle are
 * passed to the real object, and their results are returned unchanged.
 *
 * @param <T> the JDBC type
 */
abstract class Observed<T extends Wrapper> implements InvocationHandler {

	private static final Object[] NO_ARGUMENTS = {};

	// Changes when a lost connection is replaced.
	private volatile T real;

	private final String pool;

	Observed(T real, String pool) {
		this.real = real;
		this.pool = pool;
	}

	static <P> P proxy(Class<P> type, InvocationHandler handler) {
		return type.cast(Proxy.newProxyInstance(Observed.class.getClassLoader(), new Class<?>[] { type }, handler));
	}

	@Override
	public final @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] args) throws Throwable {
		Object[] arguments = (args != null) ? args : NO_ARGUMENTS;
		return switch (method.getName()) {
			case "equals" -> proxy == arguments[0];
			case "hashCode" -> System.identityHashCode(proxy);
			case "toString" -> this.real + " of pool '" + this.pool + "'";
			case "unwrap" -> unwrap(proxy, (Class<?>) arguments[0]);
			case "isWrapperFor" -> isWrapperFor((Class<?>) arguments[0]);
			default -> call(proxy, method, arguments);
		};
	}

	/**
	 * Handles a call of a JDBC method.
	 */
	abstract @Nullable Object call(Object proxy, Method method, Object[] arguments) throws Throwable;

	final @Nullable Object pass(Method method, Object[] arguments) throws Throwable {
		try {
			return method.invoke(this.real, arguments);
		}
		catch (InvocationTargetException ex) {
			throw ex.getTargetException();
		}
	}

	final void replaceBy(T other) {
		this.real = other;
	}

	/**
	 * Called before the caller obtains the real object, whose use cannot be observed.
	 */
	void exposed() {
	}

	final T real() {
		return this.real;
	}

	final String pool() {
		return this.pool;
	}

	private Object unwrap(Object proxy, Class<?> type) throws SQLException {
		if (type.isInstance(proxy)) {
			return proxy;
		}
		exposed();
		return (!type.isInstance(this.real)) ? this.real.unwrap(type) : this.real;
	}

	private boolean isWrapperFor(Class<?> type) throws SQLException {
		return type.isInstance(this.real) || this.real.isWrapperFor(type);
	}

}
