package io.perfstarter.routing.freshness;

import org.jspecify.annotations.Nullable;

/**
 * The result of probing a replica.
 *
 * @param inRecovery whether the server is a standby and therefore rejects writes
 * @param position the replayed log position, {@code null} if the database has none
 * @param cluster the identifier of the cluster, {@code null} if unknown
 */
record ReplicaSample(boolean inRecovery, @Nullable Position position, @Nullable Long cluster) {

	/**
	 * Returns whether the replica shows everything that it has shown in another sample.
	 * @return {@code false} if a position is unknown
	 */
	boolean includes(ReplicaSample before) {
		return this.position != null && before.position != null && this.position.includes(before.position);
	}

}
