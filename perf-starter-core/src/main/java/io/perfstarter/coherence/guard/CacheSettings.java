package io.perfstarter.coherence.guard;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The settings of one cache that perf-starter creates.
 *
 * @param maxEntries the maximum number of entries on the heap, greater than zero
 * @param timeToLive the maximum age of an entry since its loading, greater than zero
 * @param group computes the group of an entry, {@code null} for a cache without groups
 */
public record CacheSettings(long maxEntries, Duration timeToLive, @Nullable GroupExpression group) {
}
