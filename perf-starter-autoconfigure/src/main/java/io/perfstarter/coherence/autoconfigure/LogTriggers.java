package io.perfstarter.coherence.autoconfigure;

/**
 * What is done at the start about the triggers that write to the invalidation log.
 */
enum LogTriggers {

	/**
	 * Tables without them are logged.
	 */
	VALIDATE,

	/**
	 * They are created where they are missing.
	 */
	CREATE,

	/**
	 * They are neither checked nor relied on.
	 */
	OFF

}
