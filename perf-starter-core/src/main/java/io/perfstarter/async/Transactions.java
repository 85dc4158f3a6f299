package io.perfstarter.async;

import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Looks at the transaction of the current thread.
 */
final class Transactions {

	private Transactions() {
	}

	/**
	 * Returns whether the current thread is in a transaction that may write.
	 */
	static boolean mayCurrentWrite() {
		return TransactionSynchronizationManager.isActualTransactionActive()
				&& TransactionSynchronizationManager.isSynchronizationActive()
				&& !TransactionSynchronizationManager.isCurrentTransactionReadOnly();
	}

}
