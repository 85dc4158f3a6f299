package io.perfstarter.jdbc;

import java.sql.Connection;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;

/**
 * Intercepts {@code getConnection} of a pool and reports the request and the connection
 * to listeners. Thread-safe.
 */
final class PoolInterceptor implements MethodInterceptor {

	private final String pool;

	private final Supplier<List<JdbcListener>> listeners;

	PoolInterceptor(String pool, Supplier<List<JdbcListener>> listeners) {
		this.pool = pool;
		this.listeners = listeners;
	}

	@Override
	public Connection invoke(MethodInvocation invocation) throws Throwable {
		List<JdbcListener> listeners = this.listeners.get();
		long requestedAt = System.nanoTime();
		CompositeJdbcListener.notifyAll(listeners, (listener) -> listener.requested(this.pool));
		boolean borrowed = false;
		try {
			Connection connection = (Connection) Objects.requireNonNull(invocation.proceed());
			borrowed = true;
			return ObservedConnections.observe(connection, this.pool, requestedAt, listeners);
		}
		finally {
			if (!borrowed) {
				CompositeJdbcListener.notifyAll(listeners, (listener) -> listener.refused(this.pool));
			}
		}
	}

}
