package io.perfstarter.jdbc;

import java.sql.Connection;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;

/**
 * Observes the connections that a pool lends, from the moment that they are asked for.
 * Thread-safe.
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
		Audience.tell(listeners, (listener) -> listener.requested(this.pool));
		boolean lent = false;
		try {
			Connection connection = (Connection) Objects.requireNonNull(invocation.proceed());
			lent = true;
			return ObservedConnections.observe(connection, this.pool, requestedAt, listeners);
		}
		finally {
			if (!lent) {
				Audience.tell(listeners, (listener) -> listener.refused(this.pool));
			}
		}
	}

}
