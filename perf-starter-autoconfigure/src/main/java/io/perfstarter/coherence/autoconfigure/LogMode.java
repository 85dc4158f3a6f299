package io.perfstarter.coherence.autoconfigure;

import io.perfstarter.coherence.log.InvalidationLog;

/**
 * Where evictions are logged, from which the other instances learn of them.
 */
enum LogMode {

	/**
	 * At each instance, which sends them to all others.
	 */
	PEERS,

	/**
	 * In a table of the database, which all instances read.
	 */
	DATABASE,

	/**
	 * In a stream of Redis, which all instances read.
	 */
	REDIS,

	/**
	 * In the application's own {@link InvalidationLog}, which all instances read.
	 */
	CUSTOM

}
