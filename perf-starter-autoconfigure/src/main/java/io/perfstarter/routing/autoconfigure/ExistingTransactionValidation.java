package io.perfstarter.routing.autoconfigure;

import org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizer;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;

/**
 * Configures transaction managers to reject a method that may write but joins a read-only
 * transaction.
 */
final class ExistingTransactionValidation implements TransactionManagerCustomizer<AbstractPlatformTransactionManager> {

	@Override
	public void customize(AbstractPlatformTransactionManager transactionManager) {
		transactionManager.setValidateExistingTransaction(true);
	}

}
