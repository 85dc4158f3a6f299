package io.perfstarter.routing.matrix;

/**
 * A way to access the database.
 */
interface Access {

	/**
	 * Returns the server that answers.
	 * @return {@code r} for the replica, {@code p} for the primary
	 */
	default String server() {
		return isInRecovery() ? "r" : "p";
	}

	boolean isInRecovery();

	void insert(long id);

	void lock(long id);

}
