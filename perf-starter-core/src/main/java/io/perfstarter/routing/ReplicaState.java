package io.perfstarter.routing;

/**
 * What is known of a replica.
 */
public enum ReplicaState {

	/**
	 * Not asked yet.
	 */
	UNKNOWN,

	/**
	 * It answers and is near enough behind.
	 */
	UP,

	/**
	 * It is too far behind.
	 */
	LATE,

	/**
	 * It does not answer.
	 */
	DOWN,

	/**
	 * It is no replica, or not any more: it would take writes.
	 */
	WRITABLE,

	/**
	 * It belongs to another cluster than the primary.
	 */
	FOREIGN

}
