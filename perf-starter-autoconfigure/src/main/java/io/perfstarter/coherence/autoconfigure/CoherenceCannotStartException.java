package io.perfstarter.coherence.autoconfigure;

/**
 * Stops the start when something that the caches or the fan-out need is missing.
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
