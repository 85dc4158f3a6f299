package io.perfstarter.sample.sidebyside;

/**
 * Reads tickets through the cache of a candidate, and changes them.
 */
interface Tickets {

	/**
	 * Returns the version of a ticket, which may come from the cache.
	 * @param id the id of the ticket
	 * @return the version
	 */
	long version(long id);

	/**
	 * Gives a ticket its next version, and evicts it from the cache.
	 * @param id the id of the ticket
	 * @return the new version
	 */
	long change(long id);

}
