package io.perfstarter.routing.freshness;

import java.time.Duration;

/**
 * The settings of the freshness of replicas.
 *
 * @param maxLag maximum lag of a replica
 * @param sampleInterval interval of probes while reads depend on them
 * @param idleSampleInterval interval of probes otherwise
 * @param window the assumed lag where positions are unknown: for this time after a write,
 * reads use the primary
 * @param windowOnly whether the window is used even where positions are known
 */
public record FreshnessSettings(Duration maxLag, Duration sampleInterval, Duration idleSampleInterval, Duration window,
		boolean windowOnly) {

}
