package io.perfstarter.routing.matrix;

/**
 * A way to talk to the database.
 */
interface Access {

	/**
	 * Which server answers.
	 * @return {@code r} for the replica, {@code p} for the primary
	 */
	default String server() {
		return isInRecovery() ? "r" : "p";
	}

	boolean isInRecovery();

	void insert(long id);

	void lock(long id);

}
