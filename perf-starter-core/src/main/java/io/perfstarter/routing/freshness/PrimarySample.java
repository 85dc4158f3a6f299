package io.perfstarter.routing.freshness;

import org.jspecify.annotations.Nullable;

/**
 * The result of probing the primary.
 *
 * @param inRecovery whether the server is a standby and therefore not the primary
 * @param position the log position, {@code null} if the database has none
 * @param timeline the PostgreSQL timeline, 0 if unknown
 * @param cluster the identifier of the cluster, {@code null} if unknown
 */
record PrimarySample(boolean inRecovery, @Nullable Position position, long timeline, @Nullable Long cluster) {
}
