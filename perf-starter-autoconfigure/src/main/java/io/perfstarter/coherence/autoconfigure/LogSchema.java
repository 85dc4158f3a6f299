package io.perfstarter.coherence.autoconfigure;

/**
 * What is done about the tables of the invalidation log at the start.
 */
enum LogSchema {

	/**
	 * They must exist.
	 */
	VALIDATE,

	/**
	 * They are created if they do not exist.
	 */
	CREATE

}
