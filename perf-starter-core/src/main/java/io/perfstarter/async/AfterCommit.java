package io.perfstarter.async;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.perfstarter.support.SilentRollbacks;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Collects tasks during a transaction, and submits them to their executors after its
 * commit. Confined to the thread of the transaction.
 */
final class AfterCommit implements TransactionSynchronization {

	private final List<ExecutorTask<?>> tasks = new ArrayList<>();

	// The number of tasks that were added before each savepoint. A savepoint without an
	// entry was created before the first task.
	private final Map<Object, Integer> savepoints = new HashMap<>();

	private final SilentRollbacks rollbacks;

	private long rollbacksBefore;

	private AfterCommit(SilentRollbacks rollbacks) {
		this.rollbacks = rollbacks;
		// Spring does not call beforeCompletion of a synchronization that is registered
		// during the completion.
		this.rollbacksBefore = rollbacks.silentRollbacks();
	}

	/**
	 * Returns whether the current thread is in a transaction that may write.
	 */
	static boolean isPossible() {
		return TransactionSynchronizationManager.isActualTransactionActive()
				&& TransactionSynchronizationManager.isSynchronizationActive()
				&& !TransactionSynchronizationManager.isCurrentTransactionReadOnly();
	}

	static void add(ExecutorTask<?> task, SilentRollbacks rollbacks) {
		current(rollbacks).tasks.add(task);
	}

	/**
	 * Looks into the callbacks of the current transaction. A resource of the thread would
	 * be wrong: a new transaction in a completion callback would see the resource of the
	 * old transaction.
	 */
	private static AfterCommit current(SilentRollbacks rollbacks) {
		for (TransactionSynchronization callback : TransactionSynchronizationManager.getSynchronizations()) {
			if (callback instanceof AfterCommit current) {
				return current;
			}
		}
		AfterCommit first = new AfterCommit(rollbacks);
		TransactionSynchronizationManager.registerSynchronization(first);
		return first;
	}

	@Override
	public void savepoint(Object savepoint) {
		this.savepoints.put(savepoint, this.tasks.size());
	}

	@Override
	public void savepointRollback(Object savepoint) {
		int before = this.savepoints.getOrDefault(savepoint, 0);
		List<ExecutorTask<?>> last = this.tasks.subList(before, this.tasks.size());
		List<ExecutorTask<?>> since = List.copyOf(last);
		last.clear();
		// Iterates over a copy, because a callback of a future may submit further tasks.
		since.forEach((task) -> task.completed(false));
	}

	@Override
	public void beforeCompletion() {
		this.rollbacksBefore = this.rollbacks.silentRollbacks();
	}

	/**
	 * Uses the completion callback, because an exception in {@code afterCommit} would
	 * reach the caller although its transaction succeeded.
	 */
	@Override
	public void afterCompletion(int status) {
		boolean committed = status == STATUS_COMMITTED && this.rollbacksBefore == this.rollbacks.silentRollbacks();
		this.tasks.forEach((task) -> task.completed(committed));
	}

}
