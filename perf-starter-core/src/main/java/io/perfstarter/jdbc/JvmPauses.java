package io.perfstarter.jdbc;

/**
 * Supplies the time of JVM pauses, which the time of statements does not include.
 */
@FunctionalInterface
public interface JvmPauses {

	/**
	 * Returns the total time of JVM pauses.
	 * @return the time since the start of the JVM, in nanoseconds
	 */
	long nanos();

}
