package io.perfstarter.routing.checks;

import io.perfstarter.jdbc.TransactionNames;

import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The transaction of the current thread.
 */
final class ActiveTransaction {

	private ActiveTransaction() {
	}

	static String name() {
		return TransactionNames.shortened(TransactionSynchronizationManager.getCurrentTransactionName());
	}

	/**
	 * Returns whether the current thread is in a read-only transaction.
	 * @return whether such a transaction is active
	 */
	static boolean isReadOnly() {
		return TransactionSynchronizationManager.isCurrentTransactionReadOnly()
				&& TransactionSynchronizationManager.isActualTransactionActive();
	}

}
