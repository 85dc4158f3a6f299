package io.perfstarter.coherence.autoconfigure;

/**
 * What an instance does in order to use the invalidation log.
 */
interface LogAccess {

	/**
	 * Called before the log is read.
	 */
	void begin();

	/**
	 * Called after the log was read last.
	 */
	default void end() {
	}

}
