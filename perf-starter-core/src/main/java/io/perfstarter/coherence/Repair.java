package io.perfstarter.coherence;

import java.time.Instant;

/**
 * One recovery of missed evictions.
 *
 * @param time the time of the recovery
 * @param what the action taken
 * @param peer the id or address of the peer whose evictions were missed
 */
public record Repair(Instant time, String what, String peer) {
}
