package io.perfstarter.routing.freshness;

import org.jspecify.annotations.Nullable;

/**
 * The result of probing a server.
 *
 * @param inRecovery whether the server is a standby and therefore rejects writes
 * @param position how far it has written or, as a standby, replayed the log; {@code null}
 * if the database has no positions
 */
record Sample(boolean inRecovery, @Nullable Position position) {

	/**
	 * Returns whether the server shows everything that it has shown in another sample.
	 * @return {@code false} if a position is unknown
	 */
	boolean includes(Sample before) {
		return this.position != null && before.position != null && this.position.includes(before.position);
	}

}
