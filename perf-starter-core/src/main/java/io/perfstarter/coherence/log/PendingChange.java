package io.perfstarter.coherence.log;

import java.util.Set;

/**
 * A change in progress of another instance, whose evictions are not in the log yet.
 *
 * @param id the id of the change
 * @param renewals how many times its writer has renewed it
 * @param caches the names of the caches that it may make stale
 */
public record PendingChange(String id, long renewals, Set<String> caches) {
}
