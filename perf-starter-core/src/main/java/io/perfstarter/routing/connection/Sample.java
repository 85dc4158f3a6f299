package io.perfstarter.routing.connection;

import org.jspecify.annotations.Nullable;

/**
 * The result of probing a server.
 *
 * @param inRecovery whether the server is a standby and therefore rejects writes
 * @param position how far it has written or, as a standby, replayed the log; {@code null}
 * if the database has no positions
 * @param durable how far the log of the primary is on its disk, which is all that has
 * been committed if the log has not grown for a while; {@code null} if unknown
 */
record Sample(boolean inRecovery, @Nullable Position position, @Nullable Position durable) {

	Sample(boolean inRecovery, @Nullable Position position) {
		this(inRecovery, position, null);
	}

	/**
	 * Returns whether the server shows everything that it has shown in another sample.
	 * @return {@code false} if a position is unknown
	 */
	boolean includes(Sample before) {
		return this.position != null && before.position != null && this.position.includes(before.position);
	}

}
