package io.perfstarter.routing;

import org.jspecify.annotations.Nullable;

/**
 * What a replica answered.
 *
 * @param inRecovery whether it is a standby, so that it refuses writes
 * @param position how far it shows the log of the primary, {@link Probe#NO_POSITION} if
 * there are no positions
 * @param cluster which cluster it belongs to, {@code null} if that is not known
 */
record ReplicaSample(boolean inRecovery, long position, @Nullable Long cluster) {
}
