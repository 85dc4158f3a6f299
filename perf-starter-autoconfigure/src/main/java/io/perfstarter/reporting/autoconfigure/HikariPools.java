package io.perfstarter.reporting.autoconfigure;

import java.sql.Connection;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.jdbc.ObservedPools;
import io.perfstarter.jdbc.autoconfigure.UnpooledDataSource;
import org.jspecify.annotations.Nullable;

/**
 * Provides the settings of the observed HikariCP pools.
 *
 * @param pools the pools
 */
record HikariPools(ObservedPools pools) {

	/**
	 * Returns the maximum number of connections of each pool. Inexpensive.
	 */
	Map<String, Integer> sizes() {
		return this.pools.all()
			.entrySet()
			.stream()
			.collect(Collectors.toMap(Map.Entry::getKey, (pool) -> pool.getValue().getMaximumPoolSize()));
	}

	/**
	 * Returns a source of connections outside of a pool, to its database.
	 * @return the source, {@code null} if only the pool can open connections, or if there
	 * is no such pool
	 */
	@Nullable Callable<Connection> database(String pool) {
		HikariDataSource hikari = this.pools.all().get(pool);
		return (hikari != null && hikari.getJdbcUrl() != null) ? new UnpooledDataSource(hikari)::getConnectionAsOfPool
				: null;
	}

}
