package io.perfstarter.coherence.postgres;

import java.time.Duration;

/**
 * The timings of a {@link PostgresLog}.
 *
 * @param retention the minimum time for which evictions are kept for readers that are
 * behind
 * @param timeout the maximum time for connecting and for each answer of the server
 */
public record PostgresLogTimings(Duration retention, Duration timeout) {
}
