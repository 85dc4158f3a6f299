package io.perfstarter.routing.freshness;

import java.time.Duration;

/**
 * Settings for tests of freshness.
 */
final class TestSettings {

	static final Duration WINDOW = Duration.ofSeconds(2);

	private TestSettings() {
	}

	static FreshnessSettings with(Duration maxLag) {
		return with(maxLag, false);
	}

	static FreshnessSettings with(Duration maxLag, boolean windowOnly) {
		return with(maxLag, windowOnly, Duration.ofMillis(100), Duration.ofSeconds(1));
	}

	/**
	 * Returns settings with the longest timeout, for a busy machine, and short sample
	 * intervals.
	 */
	static FreshnessSettings patient() {
		return with(Duration.ofSeconds(4), false, Duration.ofMillis(100), Duration.ofMillis(250));
	}

	/**
	 * Returns settings under which no further sample is taken after the first one.
	 */
	static FreshnessSettings seldom() {
		Duration longTime = Duration.ofHours(8);
		return with(longTime.multipliedBy(5), false, longTime, longTime);
	}

	static FreshnessSettings with(Duration maxLag, boolean windowOnly, Duration interval, Duration idleInterval) {
		return new FreshnessSettings(maxLag, interval, idleInterval, WINDOW, windowOnly);
	}

}
