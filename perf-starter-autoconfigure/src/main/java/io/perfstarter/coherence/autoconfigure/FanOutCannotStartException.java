package io.perfstarter.coherence.autoconfigure;

/**
 * Thrown when the fan-out is needed and something that it needs is missing.
 */
class FanOutCannotStartException extends RuntimeException {

	private final String action;

	FanOutCannotStartException(String description, String action) {
		super(description);
		this.action = action;
	}

	String getAction() {
		return this.action;
	}

}
