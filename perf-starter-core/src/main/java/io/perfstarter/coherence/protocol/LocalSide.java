package io.perfstarter.coherence.protocol;

/**
 * The local state of the protocol.
 *
 * @param copies the caches of this instance
 * @param certificate the freshness watermark
 * @param commits the changes in progress
 */
public record LocalSide(LocalCopies copies, Certificate certificate, PendingCommits commits) {
}
