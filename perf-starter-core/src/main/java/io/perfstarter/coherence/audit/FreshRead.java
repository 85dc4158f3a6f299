package io.perfstarter.coherence.audit;

import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;

/**
 * Runs a loader so that it reads current data.
 */
@FunctionalInterface
public interface FreshRead {

	/**
	 * Runs the loader on the current thread.
	 * @param loader loads a value
	 * @return the value
	 * @throws Exception if the loader fails
	 */
	@Nullable Object of(Callable<? extends @Nullable Object> loader) throws Exception;

}
