package io.perfstarter.coherence.cache;

import org.springframework.transaction.TransactionExecutionListener;

/**
 * Takes a stamp when a transaction begins, because what it reads may be as old as that.
 */
public final class TransactionStamps implements TransactionExecutionListener {

	private final CacheGuard guard;

	/**
	 * Takes the guard whose caches are concerned.
	 * @param guard the guard
	 */
	public TransactionStamps(CacheGuard guard) {
		this.guard = guard;
	}

}
