package io.perfstarter.async;

import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;

/**
 * Lends threads to work that can do without them.
 */
interface Helpers {

	/**
	 * Starts a task in another thread if a permit is free now; waits for nothing.
	 * @param task what the other thread runs
	 * @return what cancels it, by an interrupt if it runs; null if no permit is free
	 */
	@Nullable Future<?> tryStart(Runnable task);

}
