package io.perfstarter.routing.connection;

import org.jspecify.annotations.Nullable;

/**
 * Receives each state change of the servers once, in order for each server.
 *
 * <p>
 * The listener is called by the thread that detects the change, which may be a thread of
 * the application. Implementations must be thread-safe and must not block.
 */
interface RoutingListener {

	/**
	 * Called when the state of a replica has changed. Also called when a replica is still
	 * {@link ReplicaState#DOWN} for another reason, but not each time if reasons change
	 * often.
	 * @param name the name of the replica
	 * @param before the previous state
	 * @param now the new state
	 * @param error the reason, {@code null} if the replica is usable or unknown
	 */
	default void replicaChanged(String name, ReplicaState before, ReplicaState now, @Nullable String error) {
	}

	/**
	 * Called when the horizon of a replica has or may have moved.
	 */
	default void horizonMoved() {
	}

	/**
	 * Called for each failed probe of a replica, after the state change.
	 * @param name the name of the replica
	 * @param failure the reason
	 */
	default void replicaFailed(String name, Throwable failure) {
	}

	/**
	 * Called when the primary has become unreachable or reachable. A successful first
	 * probe is not reported.
	 * @param answering whether the primary is reachable
	 * @param error the reason, {@code null} if it is reachable
	 */
	default void primaryChanged(boolean answering, @Nullable String error) {
	}

}
