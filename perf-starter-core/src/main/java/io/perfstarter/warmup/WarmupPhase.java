package io.perfstarter.warmup;

/**
 * The phase of the warm-up.
 */
public enum WarmupPhase {

	/**
	 * The application is not ready yet.
	 */
	PENDING,

	/**
	 * Tasks are done and calls are made.
	 */
	RUNNING,

	/**
	 * All tasks and calls have succeeded.
	 */
	SUCCEEDED,

	/**
	 * A task or a call has failed.
	 */
	FAILED,

	/**
	 * The application stops before it was over.
	 */
	STOPPED,

	/**
	 * There is no web server, as in a test with a mocked one.
	 */
	SKIPPED

}
