package io.perfstarter.routing.autoconfigure;

import org.jspecify.annotations.Nullable;

/**
 * Stops the start when the replicas cannot be used as they are configured.
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
