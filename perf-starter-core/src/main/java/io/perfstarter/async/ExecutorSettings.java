package io.perfstarter.async;

import java.util.function.IntSupplier;

/**
 * The settings of an executor.
 *
 * @param concurrencyLimit supplies the maximum number of concurrent tasks; read for each
 * task
 * @param queueCapacity the maximum number of queued tasks
 * @param whenFull the reaction to a task when the queue is full
 * @param submit when to queue a task that is submitted within a transaction
 */
public record ExecutorSettings(IntSupplier concurrencyLimit, int queueCapacity, WhenFull whenFull, Submit submit) {

	/**
	 * The reaction to a task when the queue is full.
	 */
	public enum WhenFull {

		/**
		 * Throw an exception to the caller.
		 */
		REJECT,

		/**
		 * Count and discard the task and fail its future, without an exception for the
		 * caller.
		 */
		DROP

	}

	/**
	 * When to queue a task that is submitted within a transaction.
	 */
	public enum Submit {

		/**
		 * At once.
		 */
		AT_ONCE,

		/**
		 * After the commit, and never after a rollback, if the transaction may write.
		 * Otherwise at once.
		 */
		AFTER_COMMIT

	}

}
