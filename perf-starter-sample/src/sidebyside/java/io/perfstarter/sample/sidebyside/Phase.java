package io.perfstarter.sample.sidebyside;

import java.util.Locale;

/**
 * What is done to the instances while they are under load.
 */
enum Phase {

	/** Nothing; the caches fill, and nothing is counted. */
	WARM_UP(10, 3),

	/** Nothing. */
	QUIET(15, 3),

	/**
	 * An instance is killed amid writes and started again some seconds later; lasts for
	 * the given time after each start.
	 */
	KILL(5, 2),

	/** Nothing passes between the channels of the instances. */
	PARTITION(10, 10),

	/** Nothing any more. */
	RECOVERY(15, 5);

	private final int seconds;

	private final int smokeSeconds;

	Phase(int seconds, int smokeSeconds) {
		this.seconds = seconds;
		this.smokeSeconds = smokeSeconds;
	}

	long millis(boolean smoke) {
		return (smoke ? this.smokeSeconds : this.seconds) * 1_000L;
	}

	boolean isCounted() {
		return this != WARM_UP;
	}

	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT);
	}

}
