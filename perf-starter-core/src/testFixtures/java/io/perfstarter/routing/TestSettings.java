package io.perfstarter.routing;

import java.time.Duration;

import io.perfstarter.routing.RoutingSettings.Exhausted;
import io.perfstarter.routing.RoutingSettings.Fallback;
import io.perfstarter.routing.RoutingSettings.ReadYourWrites;

/**
 * Routing settings for tests of freshness.
 */
final class TestSettings {

	static final Duration WINDOW = Duration.ofSeconds(2);

	private TestSettings() {
	}

	static RoutingSettings with(Duration maxLag) {
		return with(maxLag, ReadYourWrites.POSITION);
	}

	static RoutingSettings with(Duration maxLag, ReadYourWrites readYourWrites) {
		return with(maxLag, readYourWrites, Duration.ofMillis(100), Duration.ofSeconds(1));
	}

	/**
	 * Returns settings with the longest timeout, for a busy machine, and short sample
	 * intervals.
	 */
	static RoutingSettings patient() {
		return with(Duration.ofSeconds(4), ReadYourWrites.POSITION, Duration.ofMillis(100), Duration.ofMillis(250));
	}

	/**
	 * Returns settings under which no further sample is taken after the first one.
	 */
	static RoutingSettings seldom() {
		Duration longTime = Duration.ofHours(8);
		return with(longTime.multipliedBy(5), ReadYourWrites.POSITION, longTime, longTime);
	}

	static RoutingSettings with(Duration maxLag, ReadYourWrites readYourWrites, Duration interval,
			Duration idleInterval) {
		return new RoutingSettings(maxLag, maxLag.multipliedBy(10), interval, idleInterval, readYourWrites, WINDOW,
				true, Fallback.PRIMARY, 0.5, Exhausted.STALE);
	}

}
