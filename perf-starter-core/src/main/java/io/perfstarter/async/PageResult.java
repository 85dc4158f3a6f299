package io.perfstarter.async;

import org.jspecify.annotations.Nullable;

/**
 * The result or the failure of one item of a page.
 *
 * @param value the result of the function, which may be null; null if it failed
 * @param failure the exception of the function, or a
 * {@link PageDeadlineExceededException} if the item was not mapped in time; null if it
 * succeeded
 * @param <R> the type of the results
 */
public record PageResult<R extends @Nullable Object>(@Nullable R value, @Nullable Exception failure) {

	/**
	 * Returns whether the item failed.
	 * @return whether there is a failure instead of a value
	 */
	public boolean failed() {
		return this.failure != null;
	}

}
