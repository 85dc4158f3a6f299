package io.perfstarter.routing.connection;

import org.jspecify.annotations.Nullable;

/**
 * Converts times of this instance to positions of the primary, which all instances share,
 * and back. Thread-safe.
 */
interface PrimaryLog {

	/**
	 * Returns a position of the primary that includes everything committed up to a time.
	 * Waits for the next sample if necessary, one probe timeout at most; one sample
	 * serves all that wait.
	 * @param moment the time by {@link System#nanoTime()}
	 * @return the position, for {@link #momentOf} of any instance; {@code null} if the
	 * primary does not provide it in time
	 */
	byte @Nullable [] positionSince(long moment);

	/**
	 * Returns a time such that each server with a later horizon shows everything up to a
	 * position. Returns the current time, and requests an immediate sample, if the
	 * position is later than the last sample or not comparable with it.
	 * @param position the result of {@link #positionSince} of any instance
	 * @return the time by {@link System#nanoTime()}
	 */
	long momentOf(byte[] position);

}
