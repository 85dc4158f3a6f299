package io.perfstarter.coherence.autoconfigure;

/**
 * What is done about the tables of the invalidation log at the start.
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
