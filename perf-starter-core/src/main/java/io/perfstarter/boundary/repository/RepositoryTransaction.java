package io.perfstarter.boundary.repository;

import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.interceptor.DefaultTransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The transaction attribute of a query method that declares no transaction.
 */
final class RepositoryTransaction extends DefaultTransactionAttribute {

	private final boolean unclear;

	RepositoryTransaction(RepositoryAccess access, String name) {
		setReadOnly(access == RepositoryAccess.READS);
		setDescriptor(name);
		this.unclear = access == RepositoryAccess.UNCLEAR;
	}

	/**
	 * Returns whether to apply this transaction now. A method that may or may not write
	 * joins the caller's transaction without a check, so that it is not rejected in a
	 * read-only transaction by mistake.
	 */
	boolean isWanted() {
		return !this.unclear || !TransactionSynchronizationManager.isActualTransactionActive();
	}

	/**
	 * Does not mark the transaction of a caller for rollback: a caller that catches the
	 * exception can still commit, as without this attribute.
	 */
	@Override
	public boolean rollbackOn(Throwable ex) {
		TransactionStatus status = TransactionAspectSupport.currentTransactionStatus();
		return super.rollbackOn(ex) && (status.isNewTransaction() || status.isRollbackOnly());
	}

}
