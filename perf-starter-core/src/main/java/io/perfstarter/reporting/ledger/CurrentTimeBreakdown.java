package io.perfstarter.reporting.ledger;

import org.jspecify.annotations.Nullable;

/**
 * The ledger of the request for which the calling thread works.
 */
final class CurrentTimeBreakdown {

	private static final ThreadLocal<@Nullable TimeBreakdown> CURRENT = new ThreadLocal<>();

	private CurrentTimeBreakdown() {
	}

	/**
	 * The ledger of the calling thread.
	 * @return the ledger, {@code null} if there is none, or its request is over
	 */
	static @Nullable TimeBreakdown get() {
		TimeBreakdown breakdown = CURRENT.get();
		return (breakdown != null && breakdown.isOpen()) ? breakdown : null;
	}

	/**
	 * From now on the calling thread works for another request.
	 * @param breakdown its ledger, {@code null} if it works for none
	 * @return what was in its place
	 */
	static @Nullable TimeBreakdown replace(@Nullable TimeBreakdown breakdown) {
		TimeBreakdown before = CURRENT.get();
		// Not removed, because the next request of the thread would make it anew.
		CURRENT.set(breakdown);
		return before;
	}

}
