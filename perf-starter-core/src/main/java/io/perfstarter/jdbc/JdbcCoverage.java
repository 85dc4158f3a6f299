package io.perfstarter.jdbc;

/**
 * Reports whether all statements of the application are observed. Thread-safe.
 */
@FunctionalInterface
public interface JdbcCoverage {

	/**
	 * Returns whether every data source of the application is observed.
	 * @return {@code true} if all are observed; {@code false} if one is not, or if the
	 * application has no data source
	 */
	boolean isComplete();

}
