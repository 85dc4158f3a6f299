package io.perfstarter.routing.connection;

import io.perfstarter.jdbc.TransactionNames;

import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

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
	 * Returns whether the transaction is the default one of a repository method, which
	 * has the name of an interface. Spring names transactions that the application has
	 * declared after classes.
	 */
	static boolean isDefaultOfRepository() {
		String name = String.valueOf(TransactionSynchronizationManager.getCurrentTransactionName());
		try {
			return ClassUtils.forName(name.substring(0, Math.max(name.lastIndexOf('.'), 0)), null).isInterface();
		}
		catch (ClassNotFoundException | LinkageError ex) {
			return false;
		}
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
