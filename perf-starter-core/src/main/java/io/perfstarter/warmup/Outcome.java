package io.perfstarter.warmup;

/**
 * The outcome of one warm-up request.
 */
public enum Outcome {

	/**
	 * The times no longer fell, and the JVM had little left to compile.
	 */
	CONVERGED,

	/**
	 * The request was sent the minimum number of times, but was still becoming faster, or
	 * the JVM was still compiling.
	 */
	FLOOR_ONLY,

	/**
	 * The timeout ended before the request was sent the minimum number of times.
	 */
	BUDGET,

	/**
	 * More than a tenth of the calls did not get the expected response.
	 */
	FAILED

}
