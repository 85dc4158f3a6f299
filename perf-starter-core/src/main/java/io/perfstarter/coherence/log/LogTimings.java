package io.perfstarter.coherence.log;

import java.time.Duration;

/**
 * The timings of a reader or writer of a log, which follow the maximum staleness.
 *
 * @param maxStaleness the maximum staleness
 */
public record LogTimings(Duration maxStaleness) {

	private static final Duration READ_INTERVAL = Duration.ofSeconds(1);

	// All members together read about a hundred times a second.
	private static final Duration SHARE = Duration.ofMillis(10);

	private static final Duration MAINTENANCE = Duration.ofSeconds(30);

	/**
	 * Returns the interval between two readings.
	 * @param members the number of instances that read the log, zero if it is not known
	 * @return a second, more for many members, at most a quarter of the bound
	 */
	Duration interval(int members) {
		Duration share = SHARE.multipliedBy(members);
		Duration interval = (share.compareTo(READ_INTERVAL) > 0) ? share : READ_INTERVAL;
		return (interval.compareTo(quarter()) > 0) ? quarter() : interval;
	}

	/**
	 * Returns the interval after which a writer renews its changes in progress.
	 * @return a quarter of the bound
	 */
	Duration renewal() {
		return quarter();
	}

	/**
	 * Returns the time in which all writers renew the changes that a promotion may have
	 * lost. It is shorter than the bound, so that entries loaded meanwhile are served by
	 * their own age.
	 * @return half of the bound
	 */
	Duration settling() {
		return this.maxStaleness.dividedBy(2);
	}

	Duration maintenance() {
		return MAINTENANCE;
	}

	private Duration quarter() {
		return this.maxStaleness.dividedBy(4);
	}

}
