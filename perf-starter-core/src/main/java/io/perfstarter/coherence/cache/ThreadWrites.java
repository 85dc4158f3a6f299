package io.perfstarter.coherence.cache;

/**
 * Tells whether the current thread may have changed data. Implementations must be
 * thread-safe.
 */
public interface ThreadWrites {

	/**
	 * Returned if not all statements are observed.
	 */
	long UNKNOWN = -1;

	/**
	 * Counts the statements of the current thread that may have changed data.
	 * @return a number that grows with each such statement, or {@link #UNKNOWN}
	 */
	long count();

}
