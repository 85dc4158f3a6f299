package io.perfstarter.coherence.autoconfigure;

/**
 * Where evictions are logged for the other instances.
 */
enum LogMode {

	/**
	 * Each instance logs its evictions, and sends them to all others.
	 */
	PEERS,

	/**
	 * In a table of the database, which all instances read.
	 */
	DATABASE,

	/**
	 * In a stream of Redis, which all instances read.
	 */
	REDIS

}
