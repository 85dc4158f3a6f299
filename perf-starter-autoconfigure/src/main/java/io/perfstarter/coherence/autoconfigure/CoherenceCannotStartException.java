package io.perfstarter.coherence.autoconfigure;

/**
 * Thrown at startup if a requirement of the managed caches or the fan-out is missing.
 */
class CoherenceCannotStartException extends RuntimeException {

	private final String action;

	CoherenceCannotStartException(String description, String action) {
		super(description);
		this.action = action;
	}

	String getAction() {
		return this.action;
	}

}
