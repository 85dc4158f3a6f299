package io.perfstarter.eviction;

/**
 * How far a call of an annotated method is when its expressions are evaluated.
 */
enum CallState {

	/**
	 * The method is running: its result is unknown, and expressions run no code of beans,
	 * because a commit is in progress.
	 */
	RUNNING,

	/**
	 * The method threw: it has no result.
	 */
	FAILED,

	/**
	 * The method returned.
	 */
	SUCCEEDED;

	static CallState ended(boolean succeeded) {
		return succeeded ? SUCCEEDED : FAILED;
	}

}
