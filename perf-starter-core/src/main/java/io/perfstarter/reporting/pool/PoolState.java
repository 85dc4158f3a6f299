package io.perfstarter.reporting.pool;

/**
 * Provides the current state of a pool. Inexpensive, and callable from any thread.
 */
public interface PoolState {

	/**
	 * Returns the maximum number of connections.
	 * @return the number of connections
	 */
	int max();

	/**
	 * Returns the number of borrowed connections.
	 * @return the number of connections
	 */
	int active();

	/**
	 * Returns the number of threads that wait for a connection.
	 * @return the number of threads
	 */
	int waiting();

}
