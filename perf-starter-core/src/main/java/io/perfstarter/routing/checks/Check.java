package io.perfstarter.routing.checks;

/**
 * How a check reacts to a problem.
 */
public enum Check {

	/**
	 * The check is disabled.
	 */
	OFF,

	/**
	 * The problem is logged once as a warning.
	 */
	WARN,

	/**
	 * An exception is thrown.
	 */
	FAIL

}
