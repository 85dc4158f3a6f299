package io.perfstarter.boundary;

/**
 * What a query method does to the database.
 */
enum RepositoryAccess {

	/**
	 * It reads.
	 */
	READS,

	/**
	 * It writes, or locks.
	 */
	WRITES,

	/**
	 * It may do either.
	 */
	UNCLEAR

}
