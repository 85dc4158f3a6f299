package io.perfstarter.boundary;

import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.interceptor.DefaultTransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The transaction of a query method that declares none.
 */
final class RepositoryTransaction extends DefaultTransactionAttribute {

	private final boolean unclear;

	RepositoryTransaction(RepositoryAccess access, String name) {
		setReadOnly(access == RepositoryAccess.READS);
		setDescriptor(name);
		this.unclear = access == RepositoryAccess.UNCLEAR;
	}

	/**
	 * Whether the method is to have it now. What we cannot tell to be a write is not to
	 * be refused, or warned of, because the caller's transaction is read-only.
	 */
	boolean isWanted() {
		return !this.unclear || !TransactionSynchronizationManager.isActualTransactionActive();
	}

	/**
	 * Leaves the transaction of a caller as it would be without us: a caller who catches
	 * the exception may go on and commit.
	 */
	@Override
	public boolean rollbackOn(Throwable ex) {
		TransactionStatus status = TransactionAspectSupport.currentTransactionStatus();
		return super.rollbackOn(ex) && (status.isNewTransaction() || status.isRollbackOnly());
	}

}
