package io.perfstarter.jdbc;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;

import org.jspecify.annotations.Nullable;

/**
 * Proxy for metadata whose {@code getConnection()} returns the observed connection.
 */
final class ObservedMetaData extends Observed<DatabaseMetaData> {

	private final Connection connection;

	private final Runnable read;

	/**
	 * Creates the proxy.
	 * @param real the metadata of the driver
	 * @param pool the pool name
	 * @param connection returned as the connection of the metadata
	 * @param read called when rows were read
	 */
	ObservedMetaData(DatabaseMetaData real, String pool, Connection connection, Runnable read) {
		super(real, pool);
		this.connection = connection;
		this.read = read;
	}

	@Override
	@Nullable Object call(Object proxy, Method method, Object[] arguments) throws Throwable {
		Object result = pass(method, arguments);
		if (result instanceof ResultSet) {
			this.read.run();
		}
		return (!"getConnection".equals(method.getName())) ? result : this.connection;
	}

}
