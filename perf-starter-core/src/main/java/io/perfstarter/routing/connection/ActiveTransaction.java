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
	 * Returns whether the transaction is the default one of a repository method. Its name
	 * begins with an interface, and the name of a transaction that the application
	 * declares with a class.
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

	static boolean isReadOnly() {
		return TransactionSynchronizationManager.isCurrentTransactionReadOnly()
				&& TransactionSynchronizationManager.isActualTransactionActive();
	}

}
