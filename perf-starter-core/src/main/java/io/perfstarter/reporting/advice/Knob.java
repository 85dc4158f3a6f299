package io.perfstarter.reporting.advice;

/**
 * A setting that there is advice for.
 */
public enum Knob {

	/**
	 * How many connections a pool may have.
	 */
	POOL_SIZE,

	/**
	 * How long a pool keeps a connection.
	 */
	MAX_LIFETIME,

	/**
	 * How many threads serve requests.
	 */
	REQUEST_THREADS,

	/**
	 * How large the heap may become.
	 */
	HEAP,

	/**
	 * Which garbage collector is used.
	 */
	COLLECTOR

}
