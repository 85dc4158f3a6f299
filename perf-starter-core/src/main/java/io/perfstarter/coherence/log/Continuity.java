package io.perfstarter.coherence.log;

/**
 * Whether a {@link LogReading} contains everything since the position from which it was
 * read.
 */
public enum Continuity {

	/**
	 * Nothing is missing.
	 */
	CONTINUED,

	/**
	 * There was no position: the reading begins at the end of the log.
	 */
	BEGUN,

	/**
	 * Evictions after the position have been removed, or there are too many of them.
	 */
	TOO_OLD,

	/**
	 * The position belongs to another history of the log, as after a promotion or a
	 * restored backup.
	 */
	OTHER_EPOCH,

	/**
	 * An instance has not been seen for long. Its changes may be missing. Changes in
	 * progress of other instances are complete.
	 */
	DEPARTURE

}
