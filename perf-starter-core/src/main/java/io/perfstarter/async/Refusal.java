package io.perfstarter.async;

/**
 * Why a request was not let in.
 */
enum Refusal {

	/**
	 * All permits were taken, and so was the waiting room.
	 */
	FULL,

	/**
	 * It has waited as long as it may.
	 */
	TIMEOUT,

	/**
	 * Its thread was interrupted while it waited: the server stops.
	 */
	INTERRUPTED

}
