package io.perfstarter.reporting.pool;

/**
 * What a pool says of itself. Cheap to ask, from any thread.
 */
public interface PoolState {

	/**
	 * How many connections it may have.
	 * @return the number
	 */
	int max();

	/**
	 * How many it has lent.
	 * @return the number
	 */
	int active();

	/**
	 * How many it could lend at once.
	 * @return the number
	 */
	int idle();

	/**
	 * How many threads wait for one.
	 * @return the number
	 */
	int waiting();

}
