package io.perfstarter.routing.faults;

import java.time.Duration;

/**
 * One transaction of the load.
 *
 * @param kind what was done
 * @param beganAt when it began, of {@link System#nanoTime()}
 * @param took how long it took
 * @param before what routing knew when it began
 * @param after what routing knew when it was over
 * @param port where it was read, 0 if nothing was
 * @param missed when the last write of its own thread had returned, if it did not show
 * it, otherwise 0
 * @param failure why it failed, {@code null} if it did not
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
	 * Whether it broke the promise, which holds as long as the primary answers.
	 * @param mendedAt when the primary answered again
	 */
	boolean stale(long mendedAt) {
		boolean answered = this.before.primary() && this.after.primary();
		return behind() && (answered || this.missed - mendedAt > 0);
	}

	/**
	 * What is done.
	 */
	enum Kind {

		/**
		 * A read by somebody who has written nothing of late.
		 */
		READ,

		/**
		 * A read by somebody who has just written, or tried to.
		 */
		OWN_READ,

		/**
		 * A write.
		 */
		WRITE

	}

}
