package io.perfstarter.boundary;

import java.time.Duration;

/**
 * What is done about connections that are held and not used.
 *
 * @param remoteCalls what is done when a remote call is about to be made while a
 * connection is held
 * @param idleConnectionThreshold how long a connection may be held without a statement
 */
public record BoundarySettings(RemoteCallCheck remoteCalls, Duration idleConnectionThreshold) {

	/**
	 * What to do about a remote call.
	 */
	public enum RemoteCallCheck {

		/**
		 * Nothing.
		 */
		OFF,

		/**
		 * Say so, once for each method, target and line.
		 */
		WARN,

		/**
		 * Throw {@link RemoteCallInTransactionException} before anything is sent.
		 */
		FAIL

	}

}
