package io.perfstarter.coherence.cache;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Settings of one cache of ours.
 *
 * @param heapEntries most entries held on the heap, greater than zero
 * @param timeToLive time from an entry's loading until it is read anew, greater than zero
 * @param group gives an entry its group; {@code null} for a cache without groups
 */
public record CacheSettings(long heapEntries, Duration timeToLive, @Nullable GroupExpression group) {

	public CacheSettings {
		if (heapEntries <= 0) {
			throw new IllegalArgumentException("'heapEntries' must be greater than zero, but is " + heapEntries);
		}
		if (timeToLive.isNegative() || timeToLive.isZero()) {
			throw new IllegalArgumentException("'timeToLive' must be greater than zero, but is " + timeToLive);
		}
	}

}
