package io.perfstarter.routing.connection;

import java.time.Duration;

import io.perfstarter.routing.freshness.FreshnessSettings;

/**
 * Settings of routing.
 *
 * @param maxLag maximum lag of a replica
 * @param hardMaxLag maximum lag of a replica that serves as a fallback
 * @param sampleInterval interval of probes while reads depend on them
 * @param idleSampleInterval interval of probes otherwise
 * @param readYourWrites how a read sees earlier writes of its own thread or request
 * @param window how long reads use the primary after a write, where positions are unknown
 * @param fallback where a read runs when no replica is eligible
 * @param maxPrimaryShare share of the primary's pool that fallback reads may use while
 * writers wait, from 0 to 1
 * @param onExhausted where a read runs while the primary has no connection for it
 */
public record RoutingSettings(Duration maxLag, Duration hardMaxLag, Duration sampleInterval,
		Duration idleSampleInterval, ReadYourWrites readYourWrites, Duration window, Fallback fallback,
		double maxPrimaryShare, Exhausted onExhausted) {

	/**
	 * Returns the settings of the freshness of replicas.
	 */
	FreshnessSettings freshness() {
		return new FreshnessSettings(this.maxLag, this.sampleInterval, this.idleSampleInterval, this.window,
				this.readYourWrites == ReadYourWrites.WINDOW);
	}

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
