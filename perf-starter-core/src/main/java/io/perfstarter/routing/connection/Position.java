package io.perfstarter.routing.connection;

import org.jspecify.annotations.Nullable;

/**
 * A position in the log of a database. Positions are compared, never subtracted, because
 * not every database numbers its log. Immutable.
 */
interface Position {

	/**
	 * Returns whether a server at this position shows everything that a server at another
	 * position shows.
	 * @return {@code false} if the positions are not comparable
	 */
	boolean includes(Position other);

	/**
	 * Returns why a server at this position is no replica of a primary.
	 * @param primary the position of the primary
	 * @return the reason, {@code null} if none is known
	 */
	default @Nullable String whyForeign(Position primary) {
		return null;
	}

	/**
	 * Returns whether a replica at this position has transactions that the primary lacks.
	 * {@link #includes} does not answer this.
	 * @param primary a position of the primary that was read later
	 */
	default boolean isAheadOf(Position primary) {
		return false;
	}

	/**
	 * Returns the position as bytes for {@link #decode} of any instance. The first byte
	 * tells the kinds of position apart.
	 */
	byte[] encode();

	/**
	 * Reads a position that another instance has encoded.
	 * @param encoded the result of {@link #encode()}
	 * @return the position, {@code null} if its kind is unknown
	 */
	static @Nullable Position decode(byte[] encoded) {
		Position position = LogPosition.decode(encoded);
		return (position != null) ? position : GtidPosition.decode(encoded);
	}

}
