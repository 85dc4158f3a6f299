package io.perfstarter.routing.connection;

import java.time.Duration;

import io.perfstarter.routing.connection.RoutingSettings.Exhausted;
import io.perfstarter.routing.connection.RoutingSettings.Fallback;
import io.perfstarter.routing.connection.RoutingSettings.ReadYourWrites;

/**
 * Settings for tests of freshness.
 */
final class TestSettings {

	static final Duration WINDOW = Duration.ofSeconds(2);

	private TestSettings() {
	}

	static RoutingSettings with(Duration maxLag) {
		return with(maxLag, false);
	}

	static RoutingSettings with(Duration maxLag, boolean windowOnly) {
		return with(maxLag, windowOnly, Duration.ofMillis(100), Duration.ofSeconds(1));
	}

	/**
	 * Returns settings with the longest timeout, for a busy machine, and short sample
	 * intervals.
	 */
	static RoutingSettings patient() {
		return with(Duration.ofSeconds(4), false, Duration.ofMillis(100), Duration.ofMillis(250));
	}

	/**
	 * Returns settings under which no further sample is taken after the first one.
	 */
	static RoutingSettings seldom() {
		Duration longTime = Duration.ofHours(8);
		return with(longTime.multipliedBy(5), false, longTime, longTime);
	}

	static RoutingSettings with(Duration maxLag, boolean windowOnly, Duration interval, Duration idleInterval) {
		return new RoutingSettings(maxLag, Duration.ofSeconds(60), interval, idleInterval, WINDOW,
				windowOnly ? ReadYourWrites.WINDOW : ReadYourWrites.POSITION, Fallback.PRIMARY, Exhausted.STALE);
	}

}
