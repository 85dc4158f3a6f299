package io.perfstarter.coherence.log;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if an {@link InvalidationLog} cannot be reached or refuses an operation.
 */
public class LogUnavailableException extends RuntimeException {

	/**
	 * Creates an exception.
	 * @param message what has failed
	 * @param cause the cause, {@code null} if there is none
	 */
	public LogUnavailableException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
