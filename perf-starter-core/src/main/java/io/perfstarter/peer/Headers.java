package io.perfstarter.peer;

/**
 * The names of the HTTP headers for the signatures of messages and responses.
 */
final class Headers {

	static final String TIME = "X-Perf-Starter-Time";

	static final String NONCE = "X-Perf-Starter-Nonce";

	static final String SIGNATURE = "X-Perf-Starter-Signature";

	private Headers() {
	}

}
