package io.perfstarter.async;

import java.time.Duration;
import java.util.function.IntSupplier;

import org.jspecify.annotations.Nullable;

/**
 * The settings of a bounded executor.
 *
 * @param concurrencyLimit supplies the number of tasks that run at once; read for each
 * task
 * @param queueCapacity the number of tasks that may wait
 * @param queueTimeout the longest time that a task waits
 * @param runTimeout the longest time that a task runs before it is interrupted,
 * {@code null} for no limit
 * @param whenFull what happens to a task when the queue is full
 * @param submitTimeout the longest time that a caller waits for a place in the queue,
 * with {@link WhenFull#WAIT}
 * @param submit when a task that is submitted in a transaction is queued
 */
public record ExecutorSettings(IntSupplier concurrencyLimit, int queueCapacity, Duration queueTimeout,
		@Nullable Duration runTimeout, WhenFull whenFull, @Nullable Duration submitTimeout, Submit submit) {

	/**
	 * What happens to a task when the queue is full.
	 */
	public enum WhenFull {

		/**
		 * Throw an exception to the caller.
		 */
		REJECT,

		/**
		 * Count the task, discard it and fail its future; the caller goes on.
		 */
		DROP,

		/**
		 * Let the caller wait for a place up to a limit, then throw an exception.
		 */
		WAIT

	}

	/**
	 * When a task that is submitted in a transaction is queued.
	 */
	public enum Submit {

		/**
		 * At once.
		 */
		IMMEDIATE,

		/**
		 * After the commit, and never after a rollback.
		 */
		AFTER_COMMIT

	}

}
