package io.perfstarter.routing;

/**
 * What a check does when it finds something.
 */
public enum Check {

	/**
	 * It does not look.
	 */
	OFF,

	/**
	 * It says so once.
	 */
	WARN,

	/**
	 * It throws.
	 */
	FAIL

}
