package io.perfstarter.coherence;

import java.time.Instant;

/**
 * What an instance did when it had missed something.
 *
 * @param time when
 * @param what what it did
 * @param peer the id or address of the peer of which something was missed
 */
public record Repair(Instant time, String what, String peer) {
}
