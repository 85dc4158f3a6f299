package io.perfstarter.reporting.request;

import org.jspecify.annotations.Nullable;

/**
 * Provides the time breakdown of the request that the calling thread processes.
 */
final class CurrentTimeBreakdown {

	private static final ThreadLocal<@Nullable TimeBreakdown> CURRENT = new ThreadLocal<>();

	private CurrentTimeBreakdown() {
	}

	/**
	 * Returns the time breakdown of the calling thread.
	 * @return the time breakdown, {@code null} if there is none or its request is
	 * complete
	 */
	static @Nullable TimeBreakdown get() {
		TimeBreakdown breakdown = CURRENT.get();
		return (breakdown != null && breakdown.isOpen()) ? breakdown : null;
	}

	/**
	 * Sets the time breakdown of the calling thread.
	 * @param breakdown the time breakdown, {@code null} for none
	 * @return the previous time breakdown
	 */
	static @Nullable TimeBreakdown replace(@Nullable TimeBreakdown breakdown) {
		TimeBreakdown before = CURRENT.get();
		// Cleared instead of removed, because the next request of the thread would create
		// the entry again.
		CURRENT.set(breakdown);
		if (breakdown != before) {
			Thread thread = Thread.currentThread();
			if (before != null) {
				before.removeThread(thread);
			}
			if (breakdown != null) {
				breakdown.addThread(thread);
			}
		}
		return before;
	}

}
