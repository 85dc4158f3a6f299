package io.perfstarter.routing;

import io.perfstarter.jdbc.TransactionNames;

import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The transaction of the current thread, as messages call it: by the method that began
 * it.
 */
final class CurrentTransaction {

	private CurrentTransaction() {
	}

	static String name() {
		return TransactionNames.shortened(TransactionSynchronizationManager.getCurrentTransactionName());
	}

	/**
	 * Whether this thread is in a read-only transaction.
	 * @return whether it is
	 */
	static boolean isReadOnly() {
		return TransactionSynchronizationManager.isCurrentTransactionReadOnly()
				&& TransactionSynchronizationManager.isActualTransactionActive();
	}

}
