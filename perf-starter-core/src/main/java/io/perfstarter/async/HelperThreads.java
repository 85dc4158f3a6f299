package io.perfstarter.async;

import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;

/**
 * Provides additional threads for work that also proceeds without them.
 */
interface HelperThreads {

	/**
	 * Starts a task on another thread if the concurrency limit allows it now. Never
	 * blocks.
	 * @return a future to cancel the task, {@code null} if the limit is reached
	 */
	@Nullable Future<?> tryStart(Runnable task);

}
