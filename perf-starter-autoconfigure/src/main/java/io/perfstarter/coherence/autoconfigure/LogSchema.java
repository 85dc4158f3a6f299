package io.perfstarter.coherence.autoconfigure;

/**
 * How the start handles the tables of the invalidation log.
 */
enum LogSchema {

	/**
	 * The tables must exist.
	 */
	VALIDATE,

	/**
	 * The tables are created if they do not exist.
	 */
	CREATE

}
