package io.perfstarter.routing.freshness;

import org.jspecify.annotations.Nullable;

/**
 * The result of probing a replica.
 *
 * @param inRecovery whether the server is a standby and therefore rejects writes
 * @param position the replayed log position, {@link Probe#NO_POSITION} if the database
 * has none
 * @param cluster the identifier of the cluster, {@code null} if unknown
 */
record ReplicaSample(boolean inRecovery, long position, @Nullable Long cluster) {
}
