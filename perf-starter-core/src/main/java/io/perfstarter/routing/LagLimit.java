package io.perfstarter.routing;

import java.time.Duration;

/**
 * When a replica is too far behind, with a distance between leaving and coming back, so
 * that one at the limit does not do both all the time.
 *
 * @param max the longest time that it may be behind
 */
record LagLimit(Duration max) {

	/**
	 * Whether a replica is late.
	 * @param lag how far it is behind, in nanoseconds
	 * @param before whether it was late before
	 */
	boolean isLate(long lag, boolean before) {
		return lag > (before ? this.max.toNanos() / 5 * 4 : this.max.toNanos());
	}

}
