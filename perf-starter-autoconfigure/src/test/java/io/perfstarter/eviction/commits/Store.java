package io.perfstarter.eviction.commits;

/**
 * How an application changes prices.
 */
interface Store {

	/**
	 * Changes a price in the transaction of the thread.
	 */
	void write(long id);

	/**
	 * Changes a price and commits it, without a transaction of the thread.
	 */
	void writeAlone(long id);

}
