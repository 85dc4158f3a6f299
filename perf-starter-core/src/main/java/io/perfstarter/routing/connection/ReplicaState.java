package io.perfstarter.routing.connection;

/**
 * The state of a replica.
 */
public enum ReplicaState {

	/**
	 * The replica was not probed yet.
	 */
	UNKNOWN,

	/**
	 * The replica is reachable and within the maximum lag.
	 */
	UP,

	/**
	 * The replica is reachable but exceeds the maximum lag.
	 */
	LATE,

	/**
	 * The replica is not reachable.
	 */
	DOWN,

	/**
	 * The server accepts writes, so it is not a replica or was promoted.
	 */
	WRITABLE,

	/**
	 * The server belongs to a different cluster or database than the primary.
	 */
	FOREIGN

}
