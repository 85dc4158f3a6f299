package io.perfstarter.reporting;

import java.util.Map;

import io.perfstarter.reporting.advice.DatabaseFacts;
import io.perfstarter.reporting.advice.PoolSettings;
import io.perfstarter.reporting.plan.ConnectionSource;
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
	 * Returns the settings of a pool.
	 * @param pool the name of a pool that has a size
	 * @param databaseCores the configured number of processor cores of the database
	 * server, 0 if unknown
	 * @param database the limits of its database, {@code null} if unknown
	 * @return the settings
	 */
	PoolSettings settings(String pool, int databaseCores, @Nullable DatabaseFacts database);

	/**
	 * Returns a source of connections to the database of a pool that do not belong to the
	 * pool.
	 * @param pool the name of a pool that has a size
	 * @return the source, {@code null} if only the pool can open connections
	 */
	@Nullable ConnectionSource database(String pool);

}
