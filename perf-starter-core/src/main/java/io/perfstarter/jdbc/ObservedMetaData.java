package io.perfstarter.jdbc;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;

import org.jspecify.annotations.Nullable;

/**
 * Proxy for metadata whose {@code getConnection()} returns the observed connection.
 */
final class ObservedMetaData extends Observed<DatabaseMetaData> {

	private final Connection connection;

	ObservedMetaData(DatabaseMetaData real, String pool, Connection connection) {
		super(real, pool);
		this.connection = connection;
	}

	@Override
	@Nullable Object call(Object proxy, Method method, Object[] arguments) throws Throwable {
		Object result = pass(method, arguments);
		return (!"getConnection".equals(method.getName())) ? result : this.connection;
	}

}
