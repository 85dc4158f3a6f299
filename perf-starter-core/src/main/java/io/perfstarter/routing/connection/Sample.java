package io.perfstarter.routing.connection;

import org.jspecify.annotations.Nullable;

/**
 * The result of probing a server.
 *
 * @param inRecovery whether the server is a standby and therefore rejects writes
 * @param position how far the server has written or, as a standby, replayed the log;
 * {@code null} if the database has no positions
 * @param durable how far the log of the primary is on its disk; if the log has not grown
 * for a while, this includes all commits; {@code null} if unknown
 */
record Sample(boolean inRecovery, @Nullable Position position, @Nullable Position durable) {

	Sample(boolean inRecovery, @Nullable Position position) {
		this(inRecovery, position, null);
	}

	/**
	 * Returns whether the server shows everything that it showed in another sample.
	 * @return {@code false} if a position is unknown
	 */
	boolean includes(Sample before) {
		return this.position != null && before.position != null && this.position.includes(before.position);
	}

}
