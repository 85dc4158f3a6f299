package io.perfstarter.coherence.guard;

import org.jspecify.annotations.Nullable;

import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.TransactionStatus;

/**
 * Records the start of each transaction, because its reads may see data from that time.
 * Without this listener, a value counts as read at the time of its read.
 */
public final class TransactionStamps implements TransactionExecutionListener {

	private final CacheGuard guard;

	/**
	 * Creates the listener.
	 * @param guard the guard
	 */
	public TransactionStamps(CacheGuard guard) {
		this.guard = guard;
	}

	@Override
	public void beforeBegin(TransactionExecution transaction) {
		if (isBoundToThread(transaction)) {
			this.guard.transaction().beginning(this.guard.ticks().next());
		}
	}

	@Override
	public void afterBegin(TransactionExecution transaction, @Nullable Throwable failure) {
		if (!isBoundToThread(transaction)) {
			return;
		}
		if (failure != null) {
			this.guard.transaction().failedToBegin();
		}
		else {
			this.guard.transaction().begun();
		}
	}

	/**
	 * Counts the rollback of a nested transaction, to its savepoint. Others notify their
	 * synchronizations.
	 */
	@Override
	public void afterRollback(TransactionExecution transaction, @Nullable Throwable failure) {
		if (isBoundToThread(transaction) && !transaction.isNewTransaction()) {
			this.guard.transaction().rolledBack();
		}
	}

	private static boolean isBoundToThread(TransactionExecution transaction) {
		return transaction instanceof TransactionStatus;
	}

}
