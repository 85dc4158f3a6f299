package io.perfstarter.routing.faults;

import java.time.Duration;

/**
 * One transaction of the load.
 *
 * @param kind the kind of operation
 * @param beganAt the start time by {@link System#nanoTime()}
 * @param took the duration
 * @param before the state of routing at the start
 * @param after the state of routing at the end
 * @param port the port of the server that was read, 0 for none
 * @param missed the time at which the thread's last write returned if the read did not
 * see it, otherwise 0
 * @param failure the exception, {@code null} on success
 */
record Operation(Kind kind, long beganAt, Duration took, Known before, Known after, int port, long missed,
		String failure) {

	boolean isRead() {
		return this.kind != Kind.WRITE;
	}

	boolean failed() {
		return this.failure != null;
	}

	boolean behind() {
		return this.missed != 0;
	}

	/**
	 * Returns whether the read violated read-your-writes, which is guaranteed while the
	 * primary is up.
	 * @param mendedAt when the primary was up again
	 */
	boolean stale(long mendedAt) {
		boolean answered = this.before.primary() && this.after.primary();
		return behind() && (answered || this.missed - mendedAt > 0);
	}

	/**
	 * The kind of operation.
	 */
	enum Kind {

		/**
		 * A read without a recent write of the same client.
		 */
		READ,

		/**
		 * A read directly after a write of the same client.
		 */
		OWN_READ,

		WRITE

	}

}
