package io.perfstarter.async;

import org.jspecify.annotations.Nullable;

/**
 * The result or the failure of one item of a page.
 *
 * @param value what the function gave; null, too, if it failed
 * @param failure what it threw, or a {@link PageDeadlineExceededException} if the item
 * was not ready in time; null if there is a value
 * @param <R> what items are mapped to
 */
public record PageResult<R extends @Nullable Object>(@Nullable R value, @Nullable Exception failure) {

	/**
	 * Whether there is no value.
	 * @return true if there is a failure instead
	 */
	public boolean failed() {
		return this.failure != null;
	}

}
