package io.perfstarter.jdbc;

import java.sql.Connection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

import com.zaxxer.hikari.HikariConfig;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * Intercepts {@code getConnection} of a pool and reports the request and the connection
 * to listeners. Passes the pool its own connection if one is evicted. Thread-safe.
 */
final class PoolInterceptor implements MethodInterceptor {

	// The values of HikariCP's property.
	private static final Set<String> READ_UNCOMMITTED = Set.of("TRANSACTION_READ_UNCOMMITTED", "1");

	static final String BORROW = "getConnection";

	static final String EVICT = "evictConnection";

	private final String pool;

	private final Supplier<List<JdbcListener>> listeners;

	PoolInterceptor(String pool, Supplier<List<JdbcListener>> listeners) {
		this.pool = pool;
		this.listeners = listeners;
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		if (invocation.getMethod().getName().equals(EVICT)) {
			if (invocation.getArguments()[0] instanceof ObservedConnection observed) {
				invocation.getArguments()[0] = observed.real();
			}
			return invocation.proceed();
		}
		List<JdbcListener> listeners = this.listeners.get();
		long requestedAt = System.nanoTime();
		CompositeJdbcListener.notifyAll(listeners, (listener) -> listener.requested(this.pool));
		boolean borrowed = false;
		try {
			Connection connection = (Connection) Objects.requireNonNull(invocation.proceed());
			borrowed = true;
			Connection observed = ObservedConnections.observe(connection, this.pool, requestedAt, listeners);
			if (invocation.getThis() instanceof HikariConfig config
					&& READ_UNCOMMITTED.contains(String.valueOf(config.getTransactionIsolation()))) {
				ObservedConnections.readUncommitted(observed);
			}
			return observed;
		}
		finally {
			if (!borrowed) {
				CompositeJdbcListener.notifyAll(listeners, (listener) -> listener.refused(this.pool));
			}
		}
	}

}
