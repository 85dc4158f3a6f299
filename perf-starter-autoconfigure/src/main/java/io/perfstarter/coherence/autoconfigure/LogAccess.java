package io.perfstarter.coherence.autoconfigure;

/**
 * Prepares the use of the invalidation log by this instance, and ends it.
 */
interface LogAccess {

	/**
	 * Called before the log is read.
	 */
	void begin();

	/**
	 * Called after the last read of the log.
	 */
	default void end() {
	}

}
