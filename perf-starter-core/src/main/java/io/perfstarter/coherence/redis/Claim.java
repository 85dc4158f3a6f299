package io.perfstarter.coherence.redis;

import org.jspecify.annotations.Nullable;

/**
 * What a member tells a {@link LogStream}: up to which time of the stream all its changes
 * are in it.
 *
 * @param member the id of the incarnation of the instance
 * @param epoch the history of the stream in which the time is valid, empty if the member
 * knows none
 * @param upTo the time in microseconds
 * @param expected a time in microseconds before which the question does not arrive unless
 * the clock of the stream is set back
 * @param after the number of the last entry that the member has read, {@code null} to ask
 * for no entries
 */
public record Claim(String member, String epoch, long upTo, long expected, @Nullable Long after) {
}
