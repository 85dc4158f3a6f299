package io.perfstarter.reporting;

import java.util.Map;

import io.perfstarter.reporting.advice.DatabaseFacts;
import io.perfstarter.reporting.advice.PoolSettings;
import io.perfstarter.reporting.explain.ConnectionSource;
import io.perfstarter.reporting.pool.PoolState;
import org.jspecify.annotations.Nullable;

/**
 * The pools of connections, as far as they tell something of themselves. Thread-safe.
 */
public interface PoolSource {

	/**
	 * How they are now.
	 * @return by their names
	 */
	Map<String, PoolState> states();

	/**
	 * How a pool is set.
	 * @param pool one of those that have a state
	 * @param databaseCores what the user says of its database, 0 if nothing
	 * @param database what its database allows, {@code null} if nobody knows
	 * @return what advice is computed from
	 */
	PoolSettings settings(String pool, int databaseCores, @Nullable DatabaseFacts database);

	/**
	 * Opens connections to the database of a pool, beside the pool.
	 * @param pool one of those that have a state
	 * @return the source, {@code null} if only the pool can open them
	 */
	@Nullable ConnectionSource database(String pool);

}
