package io.perfstarter.coherence.transport;

/**
 * Thrown if bytes are not a valid message or response.
 */
class MalformedMessageException extends RuntimeException {

	MalformedMessageException(String message) {
		super(message);
	}

	MalformedMessageException(Throwable cause) {
		super(cause);
	}

}
