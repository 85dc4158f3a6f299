package io.perfstarter.coherence.protocol;

/**
 * What the protocol keeps true in this instance.
 *
 * @param copies its caches
 * @param certificate what its caches may serve
 * @param commits its changes under way
 */
public record LocalSide(LocalCopies copies, Certificate certificate, PendingCommits commits) {
}
