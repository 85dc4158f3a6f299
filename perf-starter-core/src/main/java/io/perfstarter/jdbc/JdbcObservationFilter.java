package io.perfstarter.jdbc;

/**
 * Suppresses the observation of connections for some threads. Thread-safe.
 */
@FunctionalInterface
public interface JdbcObservationFilter {

	/**
	 * Returns whether observation is suppressed for the current thread.
	 * @return {@code true} if connections borrowed by the current thread are not observed
	 */
	boolean isSuppressed();

}
