package io.perfstarter.routing.freshness;

import java.time.Duration;

/**
 * The maximum lag of a replica, with hysteresis: an excluded replica is readmitted when
 * its lag falls below 80 % of the limit.
 *
 * @param max the maximum lag
 */
record LagLimit(Duration max) {

	/**
	 * Returns whether a replica exceeds the limit.
	 * @param lag the lag in nanoseconds
	 * @param before whether the replica exceeded the limit before
	 */
	boolean isLate(long lag, boolean before) {
		return lag > (before ? this.max.toNanos() / 5 * 4 : this.max.toNanos());
	}

}
