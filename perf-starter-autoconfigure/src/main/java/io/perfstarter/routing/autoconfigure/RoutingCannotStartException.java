package io.perfstarter.routing.autoconfigure;

import org.jspecify.annotations.Nullable;

/**
 * Thrown at startup when the configured replicas cannot be used.
 */
class RoutingCannotStartException extends RuntimeException {

	private final String action;

	RoutingCannotStartException(String description, String action) {
		this(description, action, null);
	}

	RoutingCannotStartException(String description, String action, @Nullable Throwable cause) {
		super(description, cause);
		this.action = action;
	}

	String getAction() {
		return this.action;
	}

}
