package io.perfstarter.coherence.cache;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Settings of one cache of ours.
 *
 * @param maxEntries most entries held on the heap, greater than zero
 * @param timeToLive time from an entry's loading until it is read anew, greater than zero
 * @param group gives an entry its group; {@code null} for a cache without groups
 */
public record CacheSettings(long maxEntries, Duration timeToLive, @Nullable GroupExpression group) {

	public CacheSettings {
		if (maxEntries <= 0) {
			throw new IllegalArgumentException("'maxEntries' must be greater than zero, but is " + maxEntries);
		}
		if (timeToLive.isNegative() || timeToLive.isZero()) {
			throw new IllegalArgumentException("'timeToLive' must be greater than zero, but is " + timeToLive);
		}
	}

}
