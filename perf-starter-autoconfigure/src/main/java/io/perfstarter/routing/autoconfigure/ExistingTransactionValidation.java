package io.perfstarter.routing.autoconfigure;

import org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizer;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;

/**
 * Has a transaction manager refuse a method that may write but joins a read-only
 * transaction.
 */
final class ExistingTransactionValidation implements TransactionManagerCustomizer<AbstractPlatformTransactionManager> {

	@Override
	public void customize(AbstractPlatformTransactionManager transactionManager) {
		transactionManager.setValidateExistingTransaction(true);
	}

}
