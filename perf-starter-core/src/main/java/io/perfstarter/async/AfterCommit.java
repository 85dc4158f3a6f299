package io.perfstarter.async;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The tasks that are submitted to their executors after the current transaction has
 * committed. Confined to the thread of the transaction.
 */
final class AfterCommit implements TransactionSynchronization {

	private final List<ExecutorTask<?>> tasks = new ArrayList<>();

	// The number of tasks that were submitted before each savepoint. A savepoint that is
	// not known was created before all of them.
	private final Map<Object, Integer> savepoints = new HashMap<>();

	private boolean completed;

	private AfterCommit() {
	}

	/**
	 * Adds a task to the current transaction.
	 */
	static void add(ExecutorTask<?> task) {
		AfterCommit current = (AfterCommit) TransactionSynchronizationManager.getResource(AfterCommit.class);
		if (current == null || current.completed) {
			current = new AfterCommit();
			TransactionSynchronizationManager.unbindResourceIfPossible(AfterCommit.class);
			TransactionSynchronizationManager.registerSynchronization(current);
			current.resume();
		}
		current.tasks.add(task);
	}

	@Override
	public void suspend() {
		TransactionSynchronizationManager.unbindResourceIfPossible(AfterCommit.class);
	}

	@Override
	public void resume() {
		TransactionSynchronizationManager.bindResource(AfterCommit.class, this);
	}

	@Override
	public void savepoint(Object savepoint) {
		this.savepoints.put(savepoint, this.tasks.size());
	}

	@Override
	public void savepointRollback(Object savepoint) {
		int before = this.savepoints.getOrDefault(savepoint, 0);
		List<ExecutorTask<?>> since = this.tasks.subList(before, this.tasks.size());
		since.forEach((task) -> task.executor().discard(task));
		since.clear();
	}

	/**
	 * Uses the completion callback, because an exception in {@code afterCommit} would
	 * reach the caller although its transaction succeeded.
	 */
	@Override
	public void afterCompletion(int status) {
		this.completed = true;
		suspend();
		for (ExecutorTask<?> task : this.tasks) {
			if (status == STATUS_COMMITTED) {
				task.executor().enterLate(task);
			}
			else {
				task.executor().discard(task);
			}
		}
	}

}
