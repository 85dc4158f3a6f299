package io.perfstarter.coherence.guard;

import io.perfstarter.support.SilentRollbacks;

/**
 * Tells what the current thread has done in databases. Implementations must be
 * thread-safe.
 */
@FunctionalInterface
public interface ThreadWork extends SilentRollbacks {

	/**
	 * Returned if not all statements are observed.
	 */
	long UNKNOWN = -1;

	/**
	 * Counts the statements of the current thread that may have changed data.
	 * @return a number that grows with each such statement, or {@link #UNKNOWN}
	 */
	long writes();

	/**
	 * Counts the rollbacks of transactions that the current thread may have changed,
	 * complete ones and those to a savepoint, and the statements that may have read what
	 * another transaction rolls back.
	 * @return a number that grows with each rollback; the same at each call if they are
	 * not observed
	 */
	default long rollbacks() {
		return 0;
	}

	@Override
	default long silentRollbacks() {
		return 0;
	}

	/**
	 * Returns whether the current thread may have changed data in a transaction that is
	 * still open, or a statement of it has failed, so that what the thread reads may be
	 * wrong. It does not matter whether Spring knows the transaction.
	 * @return {@code false} if there is no such transaction, or if statements are not
	 * observed
	 */
	default boolean hasUncommitted() {
		return false;
	}

	/**
	 * Returns the time from which a value that the current thread reads now may
	 * originate: the first statement of its oldest open transaction, whether Spring knows
	 * the transaction or not.
	 * @return the time by {@link System#nanoTime()}, {@link Long#MAX_VALUE} without a
	 * transaction
	 */
	default long transactionBegin() {
		return Long.MAX_VALUE;
	}

}
