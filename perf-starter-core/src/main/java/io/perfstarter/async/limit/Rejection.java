package io.perfstarter.async.limit;

/**
 * The reason of a rejected request.
 */
enum Rejection {

	/**
	 * The concurrency limit was reached and the queue was full.
	 */
	FULL,

	/**
	 * The request exceeded the queue timeout.
	 */
	TIMEOUT,

	/**
	 * The thread was interrupted while it waited, because the server stops.
	 */
	INTERRUPTED

}
