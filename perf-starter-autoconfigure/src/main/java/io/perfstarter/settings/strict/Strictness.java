package io.perfstarter.settings.strict;

/**
 * The reaction to an unknown setting in a file, on the command line or in a system
 * property.
 */
enum Strictness {

	/**
	 * Stop the start.
	 */
	FAIL,

	/**
	 * Log a warning, for versions that share one configuration during a rollback.
	 */
	WARN

}
