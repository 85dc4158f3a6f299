package io.perfstarter.async;

import org.jspecify.annotations.Nullable;

/**
 * Reads and sets one part of the context of the current thread. Thread-safe.
 *
 * @param <V> the type of the value
 */
interface ContextSource<V> {

	/**
	 * Returns the value to propagate to other threads.
	 * @return the value, or {@code null} if there is none
	 */
	@Nullable V capture();

	/**
	 * Returns the current value, to be restored later.
	 * @return the value, or {@code null} if there is none
	 */
	@Nullable V current();

	/**
	 * Sets a captured value on the current thread.
	 * @param value the captured value
	 */
	void set(V value);

	/**
	 * Restores the previous value.
	 * @param before the value that {@link #current()} returned
	 */
	void restore(@Nullable V before);

}
