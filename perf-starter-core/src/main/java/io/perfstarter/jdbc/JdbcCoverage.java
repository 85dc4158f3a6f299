package io.perfstarter.jdbc;

/**
 * Tells whether listeners receive every statement of the application. Thread-safe.
 */
@FunctionalInterface
public interface JdbcCoverage {

	/**
	 * Returns whether every data source of the application is observed.
	 * @return {@code false} also when the application has no data source
	 */
	boolean isComplete();

}
