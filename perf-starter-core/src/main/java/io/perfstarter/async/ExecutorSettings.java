package io.perfstarter.async;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

import org.jspecify.annotations.Nullable;

/**
 * The settings of a bounded executor.
 *
 * @param concurrencyLimit supplies the maximum number of concurrent tasks; read for each
 * task
 * @param queueCapacity the maximum number of queued tasks
 * @param queueTimeout the maximum time that a task waits in the queue
 * @param runTimeout the maximum run time of a task before it is interrupted, {@code null}
 * for no limit
 * @param whenFull the reaction to a task when the queue is full
 * @param submit when a task that is submitted within a transaction is queued
 */
public record ExecutorSettings(IntSupplier concurrencyLimit, int queueCapacity, Duration queueTimeout,
		@Nullable Duration runTimeout, WhenFull whenFull, Submit submit) {

	/**
	 * The longest time limit: 73 years in nanoseconds, which can be added to
	 * {@link System#nanoTime()}.
	 */
	private static final long LONGEST = Long.MAX_VALUE / 4;

	/**
	 * Returns a time limit in nanoseconds.
	 */
	static long nanos(Duration limit) {
		return Math.min(TimeUnit.NANOSECONDS.convert(limit), LONGEST);
	}

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
	 * When a task that is submitted within a transaction is queued.
	 */
	public enum Submit {

		/**
		 * After the commit, and never after a rollback, if an {@code @Async} method
		 * without a result is called in a transaction that may write; otherwise
		 * immediately.
		 */
		AUTO,

		/**
		 * Immediately.
		 */
		IMMEDIATE,

		/**
		 * After the commit, and never after a rollback, in each transaction that may
		 * write.
		 */
		AFTER_COMMIT

	}

}
