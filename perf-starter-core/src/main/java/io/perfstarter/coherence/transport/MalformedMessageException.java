package io.perfstarter.coherence.transport;

/**
 * Thrown for bytes that are not what a peer sends.
 */
class MalformedMessageException extends RuntimeException {

	MalformedMessageException(String message) {
		super(message);
	}

	MalformedMessageException(Throwable cause) {
		super(cause);
	}

}
