package io.perfstarter.coherence.protocol;

/**
 * The local state of the protocol.
 *
 * @param copies the caches of this instance
 * @param watermark the freshness watermark
 * @param commits the changes in progress
 */
public record LocalSide(LocalCopies copies, FreshnessWatermark watermark, PendingCommits commits) {
}
