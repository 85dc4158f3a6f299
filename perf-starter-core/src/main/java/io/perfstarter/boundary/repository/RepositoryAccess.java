package io.perfstarter.boundary.repository;

/**
 * How a query method accesses the database.
 */
enum RepositoryAccess {

	/**
	 * It only reads.
	 */
	READS,

	/**
	 * It writes or locks rows.
	 */
	WRITES,

	/**
	 * It may read or write.
	 */
	UNCLEAR

}
