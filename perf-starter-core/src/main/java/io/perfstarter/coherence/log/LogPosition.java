package io.perfstarter.coherence.log;

/**
 * A position in an {@link InvalidationLog}, which only the log itself can compare.
 *
 * @param epoch the history of the log in which the position is valid
 * @param offset the position within the epoch
 */
public record LogPosition(String epoch, String offset) {
}
