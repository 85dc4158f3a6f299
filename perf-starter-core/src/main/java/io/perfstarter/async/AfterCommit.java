package io.perfstarter.async;

import java.util.function.Consumer;

import org.springframework.transaction.support.TransactionSynchronization;

/**
 * Submits a task to its executor after the transaction in which it was submitted has
 * committed. Confined to the thread of the transaction.
 */
final class AfterCommit implements TransactionSynchronization {

	private final ExecutorTask<?> task;

	private final Consumer<ExecutorTask<?>> committed;

	private final Consumer<ExecutorTask<?>> otherwise;

	AfterCommit(ExecutorTask<?> task, Consumer<ExecutorTask<?>> committed, Consumer<ExecutorTask<?>> otherwise) {
		this.task = task;
		this.committed = committed;
		this.otherwise = otherwise;
	}

	/**
	 * Uses the completion callback, because an exception in {@code afterCommit} would
	 * reach the caller although its transaction succeeded.
	 */
	@Override
	public void afterCompletion(int status) {
		((status == STATUS_COMMITTED) ? this.committed : this.otherwise).accept(this.task);
	}

}
