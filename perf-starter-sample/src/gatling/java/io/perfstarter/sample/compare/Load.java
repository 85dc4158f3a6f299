package io.perfstarter.sample.compare;

import java.time.Duration;

/**
 * How requests come: uncounted ones first, then those of users who come one after the
 * other, ask without a rest and leave.
 *
 * @param users how many ask at once
 * @param orders how often each asks; 0 for as long as it lasts
 * @param warmUp for how long requests are not counted
 * @param ramp the time in which the users come, and in which they leave
 * @param hold for how long each asks
 */
record Load(int users, int orders, Duration warmUp, Duration ramp, Duration hold) {

	/**
	 * Users who ask for a while.
	 * @param users how many
	 * @param warmUp seconds that are not counted
	 * @param ramp seconds in which they come
	 * @param hold seconds for which each asks
	 */
	static Load of(int users, int warmUp, int ramp, int hold) {
		return new Load(users, 0, Duration.ofSeconds(warmUp), Duration.ofSeconds(ramp), Duration.ofSeconds(hold));
	}

	/**
	 * Users who all come at once and ask so many times.
	 * @param users how many
	 * @param orders how often each asks
	 * @param warmUp seconds that are not counted
	 */
	static Load atOnce(int users, int orders, int warmUp) {
		return new Load(users, orders, Duration.ofSeconds(warmUp), Duration.ZERO, Duration.ZERO);
	}

	/** The same for a few seconds, to see that it runs. */
	Load smoke() {
		return new Load(Math.min(this.users, 20), Math.min(this.orders, 2), Duration.ofSeconds(1),
				(this.ramp.isZero()) ? this.ramp : Duration.ofSeconds(1),
				(this.hold.isZero()) ? this.hold : Duration.ofSeconds(2));
	}

}
