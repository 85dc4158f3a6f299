package io.perfstarter.sample.launcher;

/**
 * Thrown when the sample cannot start, with a message that tells the user what to do.
 */
class SampleException extends RuntimeException {

	SampleException(String message) {
		super(message);
	}

	SampleException(String message, Throwable cause) {
		super(message, cause);
	}

}
