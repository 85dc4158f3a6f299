package io.perfstarter.routing.connection;

import java.time.Duration;

/**
 * Settings of routing.
 *
 * @param maxLag maximum lag of a replica
 * @param hardMaxLag maximum lag of a replica that serves as a fallback
 * @param sampleInterval interval of probes while reads depend on the results
 * @param idleSampleInterval interval of probes otherwise
 * @param window the assumed lag where positions are unknown: for this time after a write,
 * reads use the primary
 * @param readYourWrites how a read sees earlier writes of the same thread or request
 * @param fallback where a read runs when no replica is eligible
 * @param onExhausted where a read runs while the primary has no connection for it
 */
public record RoutingSettings(Duration maxLag, Duration hardMaxLag, Duration sampleInterval,
		Duration idleSampleInterval, Duration window, ReadYourWrites readYourWrites, Fallback fallback,
		Exhausted onExhausted) {

	/**
	 * How a read sees earlier writes.
	 */
	public enum ReadYourWrites {

		/**
		 * Earlier writes are not considered.
		 */
		NONE,

		/**
		 * The primary serves reads for some time after a write.
		 */
		WINDOW,

		/**
		 * A replica that is known to have the write serves the read, otherwise the
		 * primary.
		 */
		POSITION

	}

	/**
	 * Where a read runs when no replica is eligible.
	 */
	public enum Fallback {

		/**
		 * On the primary, read-only, while no writer waits.
		 */
		PRIMARY,

		/**
		 * On the freshest replica.
		 */
		STALE,

		/**
		 * Nowhere: the read fails.
		 */
		FAIL

	}

	/**
	 * Where a read runs while the primary has no connection for it.
	 */
	public enum Exhausted {

		/**
		 * On the freshest replica.
		 */
		STALE,

		/**
		 * Nowhere: the read waits for a connection.
		 */
		FAIL

	}

}
