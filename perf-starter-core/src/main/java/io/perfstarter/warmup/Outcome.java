package io.perfstarter.warmup;

/**
 * The outcome of one request of the warm-up.
 */
public enum Outcome {

	/**
	 * It became no faster in the end, and the JVM had little left to compile.
	 */
	CONVERGED,

	/**
	 * It was made often enough, but was still becoming faster.
	 */
	FLOOR_ONLY,

	/**
	 * The time was over before it was made often enough.
	 */
	BUDGET,

	/**
	 * It did not give the answer that was expected.
	 */
	FAILED

}
