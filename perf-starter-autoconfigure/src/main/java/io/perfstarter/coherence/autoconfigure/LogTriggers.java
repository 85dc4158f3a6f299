package io.perfstarter.coherence.autoconfigure;

/**
 * How the start handles the triggers that write to the invalidation log.
 */
enum LogTriggers {

	/**
	 * Tables without triggers are logged.
	 */
	VALIDATE,

	/**
	 * Missing triggers are created.
	 */
	CREATE,

	/**
	 * Triggers are neither checked nor relied on.
	 */
	OFF

}
