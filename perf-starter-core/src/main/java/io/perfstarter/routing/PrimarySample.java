package io.perfstarter.routing;

import org.jspecify.annotations.Nullable;

/**
 * What the primary answered.
 *
 * @param inRecovery whether it is a standby and so no primary
 * @param position how far its log is, {@link Probe#NO_POSITION} if it has none
 * @param timeline which history of the cluster it writes, 0 if that is not known
 * @param cluster which cluster it is, {@code null} if that is not known
 */
record PrimarySample(boolean inRecovery, long position, long timeline, @Nullable Long cluster) {
}
