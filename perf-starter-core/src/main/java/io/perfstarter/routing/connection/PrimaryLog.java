package io.perfstarter.routing.connection;

import org.jspecify.annotations.Nullable;

/**
 * Converts times of this instance to positions of the primary and back. All instances
 * share these positions. Thread-safe.
 */
interface PrimaryLog {

	/**
	 * Returns a position of the primary that includes everything committed up to a time.
	 * Waits for the next sample if necessary, one probe timeout at most. One sample
	 * serves all waiting threads.
	 * @param moment the time by {@link System#nanoTime()}
	 * @return the position, for {@link #momentOf} of any instance; {@code null} if the
	 * primary does not provide it in time
	 */
	byte @Nullable [] positionSince(long moment);

	/**
	 * Returns a time such that each server with a later horizon shows everything up to a
	 * position. If no sample includes the position, returns the current time and requests
	 * an immediate sample.
	 * @param position the result of {@link #positionSince} of any instance
	 * @return the time by {@link System#nanoTime()}
	 */
	long momentOf(byte[] position);

}
