package io.perfstarter.sample.launcher;

/**
 * Thrown when the sample cannot start. The message describes the remedy.
 */
class SampleException extends RuntimeException {

	SampleException(String message) {
		super(message);
	}

	SampleException(String message, Throwable cause) {
		super(message, cause);
	}

}
