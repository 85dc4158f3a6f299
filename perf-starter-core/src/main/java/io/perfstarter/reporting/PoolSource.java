package io.perfstarter.reporting;

import java.sql.Connection;
import java.util.Map;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;

/**
 * Provides the settings of connection pools. Thread-safe.
 */
public interface PoolSource {

	/**
	 * Returns the maximum number of connections of each pool. Inexpensive.
	 * @return the maximum sizes by pool name
	 */
	Map<String, Integer> sizes();

	/**
	 * Returns a source of connections to the database of a pool that do not belong to the
	 * pool.
	 * @param pool the name of a pool
	 * @return the source, {@code null} if only the pool can open connections, or if there
	 * is no such pool
	 */
	@Nullable Callable<Connection> database(String pool);

}
