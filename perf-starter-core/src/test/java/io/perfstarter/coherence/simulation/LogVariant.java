package io.perfstarter.coherence.simulation;

/**
 * What of the log is switched off, to show that the bound needs it.
 */
enum LogVariant {

	/**
	 * Nothing.
	 */
	COMPLETE,

	/**
	 * A reader takes only transactions that are younger than its last snapshot.
	 */
	WITHOUT_TRANSACTIONS_IN_PROGRESS,

	/**
	 * A reader goes on in another epoch as if it were the same.
	 */
	WITHOUT_EPOCHS,

	/**
	 * Nobody notices that a position is too old.
	 */
	WITHOUT_MARK_OF_TRIMMING,

	/**
	 * What was written long ago is removed, whenever it became visible.
	 */
	TRIMMING_BY_AGE,

	/**
	 * Readers do not learn which changes are in progress.
	 */
	WITHOUT_PENDING_CHANGES,

	/**
	 * Changes in progress are not renewed.
	 */
	WITHOUT_RENEWALS,

	/**
	 * Readers do not learn of doubts.
	 */
	WITHOUT_DOUBTS,

	/**
	 * Nothing, with the log in Redis.
	 */
	REDIS,

	/**
	 * Members do not learn what the others claim.
	 */
	REDIS_WITHOUT_CLAIMS,

	/**
	 * Members do not learn of doubts.
	 */
	REDIS_WITHOUT_DOUBTS,

	/**
	 * An epoch continues on a promoted replica and with a clock that is set back.
	 */
	REDIS_WITHOUT_EPOCHS;

	boolean isWithoutDoubts() {
		return this == WITHOUT_DOUBTS || this == REDIS_WITHOUT_DOUBTS;
	}

	boolean isRedis() {
		return compareTo(REDIS) >= 0;
	}

}
