package io.perfstarter.async;

import java.time.Duration;
import java.util.function.IntSupplier;

import org.jspecify.annotations.Nullable;

/**
 * What an executor is to be like.
 *
 * @param concurrencyLimit how many of its tasks run at once; asked again for each
 * @param queueCapacity how many may wait
 * @param queueTimeout for how long one waits at most
 * @param runTimeout for how long one runs at most before it is interrupted, {@code null}
 * for as long as it takes
 * @param whenFull what happens to those for which there is no queueCapacity
 * @param submitTimeout for how long a caller waits for queueCapacity, with
 * {@link WhenFull#WAIT}
 * @param submit when a task that is submitted in a transaction comes to the executor
 */
public record ExecutorSettings(IntSupplier concurrencyLimit, int queueCapacity, Duration queueTimeout,
		@Nullable Duration runTimeout, WhenFull whenFull, @Nullable Duration submitTimeout, Submit submit) {

	/**
	 * What happens to a task for which there is no queueCapacity.
	 */
	public enum WhenFull {

		/**
		 * The caller gets an exception.
		 */
		REJECT,

		/**
		 * It is counted and forgotten, its future fails; the caller goes on.
		 */
		DROP,

		/**
		 * The caller waits for queueCapacity, up to a limit, and then gets an exception.
		 */
		WAIT

	}

	/**
	 * When a task that is submitted in a transaction comes to the executor.
	 */
	public enum Submit {

		/**
		 * At once.
		 */
		IMMEDIATE,

		/**
		 * After the commit, and not at all after a rollback.
		 */
		AFTER_COMMIT

	}

}
