package io.perfstarter.routing.checks;

/**
 * How the join check reacts.
 */
public enum Check {

	/**
	 * Nothing is checked.
	 */
	OFF,

	/**
	 * The joining method is logged once as a warning.
	 */
	WARN,

	/**
	 * An exception is thrown.
	 */
	FAIL

}
