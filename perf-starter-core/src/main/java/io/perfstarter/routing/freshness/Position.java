package io.perfstarter.routing.freshness;

/**
 * A position in the log of a database. Positions are compared, never subtracted, because
 * not every database numbers its log. Immutable.
 */
@FunctionalInterface
interface Position {

	/**
	 * Returns whether a server at this position shows everything that one at another
	 * position shows.
	 * @param other a position of the same database
	 */
	boolean includes(Position other);

}
