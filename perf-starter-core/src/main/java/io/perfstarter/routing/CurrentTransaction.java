package io.perfstarter.routing;

import org.jspecify.annotations.Nullable;

import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/**
 * The transaction of the current thread, as messages call it: by the method that began
 * it.
 */
final class CurrentTransaction {

	private CurrentTransaction() {
	}

	static String name() {
		return shortened(TransactionSynchronizationManager.getCurrentTransactionName());
	}

	static String shortened(@Nullable String name) {
		if (name == null || name.isEmpty()) {
			return "A transaction without a name";
		}
		int method = name.lastIndexOf('.');
		return (method > 0) ? ClassUtils.getShortName(name.substring(0, method)) + name.substring(method) + "()" : name;
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
