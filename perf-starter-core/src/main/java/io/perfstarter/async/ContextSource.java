package io.perfstarter.async;

import org.jspecify.annotations.Nullable;

/**
 * One part of the context of threads, on the thread that asks. Thread-safe.
 *
 * @param <V> what it consists of
 */
interface ContextSource<V> {

	/**
	 * What is to be carried to other threads.
	 * @return the value, or {@code null} if there is none
	 */
	@Nullable V capture();

	/**
	 * What is to be restored later.
	 * @return the value, or {@code null} if there is none
	 */
	@Nullable V current();

	/**
	 * Puts what was captured on a thread.
	 * @param value what was captured
	 */
	void set(V value);

	/**
	 * Puts back what was there before.
	 * @param before what {@link #current()} has given
	 */
	void restore(@Nullable V before);

}
