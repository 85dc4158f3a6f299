package io.perfstarter.routing;

import java.time.Duration;

/**
 * How routing decides.
 *
 * @param maxLag longest time that a replica may be behind to be read from
 * @param hardMaxLag longest time that it may be behind when nothing better is left
 * @param sampleInterval how often servers are asked how far they are while that matters
 * @param idleSampleInterval how often otherwise
 * @param readYourWrites how a read finds what its own thread or request has written
 * @param window for how long the primary is read after a write, where positions are not
 * known
 * @param onePerRequest whether all reads of a request go to one replica while it is fresh
 * enough
 * @param fallback where a read goes when no replica is fit
 * @param maxPrimaryShare how much of the primary's pool such reads may take while writers
 * wait, from 0 to 1
 * @param onExhausted where a read goes while the primary has no connection for it
 */
public record RoutingSettings(Duration maxLag, Duration hardMaxLag, Duration sampleInterval,
		Duration idleSampleInterval, ReadYourWrites readYourWrites, Duration window, boolean onePerRequest,
		Fallback fallback, double maxPrimaryShare, Exhausted onExhausted) {

	/**
	 * How a read finds what was written before it.
	 */
	public enum ReadYourWrites {

		/**
		 * It does not.
		 */
		NONE,

		/**
		 * By reading from the primary for some time after a write.
		 */
		WINDOW,

		/**
		 * By reading from a replica that is known to have the write, or from the primary.
		 */
		POSITION

	}

	/**
	 * Where a read goes when no replica is fit.
	 */
	public enum Fallback {

		/**
		 * To the primary, read-only, as long as writers do not wait.
		 */
		PRIMARY,

		/**
		 * To the freshest replica.
		 */
		STALE,

		/**
		 * Nowhere.
		 */
		FAIL

	}

	/**
	 * Where a read goes while the primary has no connection for it.
	 */
	public enum Exhausted {

		/**
		 * To the freshest replica.
		 */
		STALE,

		/**
		 * Nowhere: it waits.
		 */
		FAIL

	}

}
