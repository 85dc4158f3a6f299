package io.perfstarter.reporting.ledger;

import org.jspecify.annotations.Nullable;

/**
 * The ledger of the request for which the calling thread works.
 */
final class CurrentLedger {

	private static final ThreadLocal<@Nullable Ledger> ledgers = new ThreadLocal<>();

	private CurrentLedger() {
	}

	/**
	 * The ledger of the calling thread.
	 * @return the ledger, {@code null} if there is none, or its request is over
	 */
	static @Nullable Ledger get() {
		Ledger ledger = ledgers.get();
		return (ledger != null && ledger.isOpen()) ? ledger : null;
	}

	/**
	 * From now on the calling thread works for another request.
	 * @param ledger its ledger, {@code null} if it works for none
	 * @return what was in its place
	 */
	static @Nullable Ledger replace(@Nullable Ledger ledger) {
		Ledger before = ledgers.get();
		// Not removed, because the next request of the thread would make it anew.
		ledgers.set(ledger);
		return before;
	}

}
