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
	 * Tasks run and requests are sent.
	 */
	RUNNING,

	/**
	 * All tasks and calls succeeded.
	 */
	SUCCEEDED,

	/**
	 * A task or a call failed.
	 */
	FAILED,

	/**
	 * The application stopped before the end of the warm-up.
	 */
	STOPPED,

	/**
	 * There is no web server, as in a test with a mocked one.
	 */
	SKIPPED

}
