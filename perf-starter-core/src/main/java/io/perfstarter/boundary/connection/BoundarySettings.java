package io.perfstarter.boundary.connection;

import java.time.Duration;

import io.perfstarter.boundary.RemoteCallInTransactionException;

/**
 * Settings for the detection of connections that are held but not used.
 *
 * @param remoteCalls the reaction to a remote call that is made while a connection is
 * held
 * @param idleConnectionThreshold how long a connection may be held without a statement
 * before it is logged; must be positive
 */
public record BoundarySettings(RemoteCallCheck remoteCalls, Duration idleConnectionThreshold) {

	/**
	 * The reaction to a remote call.
	 */
	public enum RemoteCallCheck {

		/**
		 * Only count the call.
		 */
		OFF,

		/**
		 * Log a warning, once for each method, target and line.
		 */
		WARN,

		/**
		 * Throw {@link RemoteCallInTransactionException} before anything is sent.
		 */
		FAIL

	}

}
