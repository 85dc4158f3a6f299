package io.perfstarter.async;

import java.util.HashSet;
import java.util.Set;
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

	// Created after the task was submitted.
	private final Set<Object> savepoints = new HashSet<>();

	private boolean discarded;

	AfterCommit(ExecutorTask<?> task, Consumer<ExecutorTask<?>> committed, Consumer<ExecutorTask<?>> otherwise) {
		this.task = task;
		this.committed = committed;
		this.otherwise = otherwise;
	}

	@Override
	public void savepoint(Object savepoint) {
		this.savepoints.add(savepoint);
	}

	@Override
	public void savepointRollback(Object savepoint) {
		if (!this.savepoints.contains(savepoint)) {
			discard();
		}
	}

	/**
	 * Uses the completion callback, because an exception in {@code afterCommit} would
	 * reach the caller although its transaction succeeded.
	 */
	@Override
	public void afterCompletion(int status) {
		if (status != STATUS_COMMITTED) {
			discard();
		}
		else if (!this.discarded) {
			this.committed.accept(this.task);
		}
	}

	private void discard() {
		if (!this.discarded) {
			this.discarded = true;
			this.otherwise.accept(this.task);
		}
	}

}
