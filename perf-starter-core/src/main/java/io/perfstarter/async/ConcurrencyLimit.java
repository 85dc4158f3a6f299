package io.perfstarter.async;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * Enforces the concurrency limit of one executor, or of several that share a connection
 * pool, and orders the queued tasks. Thread-safe: one lock guards all state and is held
 * only for counting. A caller that receives a task must start it or pass its permit on.
 */
final class ConcurrencyLimit {

	private final IntSupplier limit;

	private final Admission admission;

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition empty = this.lock.newCondition();

	private final List<TaskQueue> queues = new ArrayList<>();

	private int active;

	private int waiting;

	// The number of running tasks while others wait: one can start if the limit is
	// higher.
	private volatile int enough = Integer.MAX_VALUE;

	/**
	 * Creates the permits.
	 * @param limit supplies the concurrency limit, read for each task; when it drops,
	 * running tasks are not stopped
	 * @param admission decides which tasks are accepted
	 */
	ConcurrencyLimit(IntSupplier limit, Admission admission) {
		this.limit = limit;
		this.admission = admission;
	}

	/**
	 * Adds an executor.
	 * @param capacity the capacity of its queue
	 */
	TaskQueue queue(int capacity) {
		this.lock.lock();
		try {
			TaskQueue queue = new TaskQueue(capacity);
			this.queues.add(queue);
			return queue;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Gives a task a permit or a place in the queue.
	 * @param nested whether a task submits it
	 * @param mayWait whether it may be queued
	 */
	Turn offer(TaskQueue queue, ExecutorTask<?> task, boolean nested, boolean mayWait) {
		this.lock.lock();
		try {
			if (!this.admission.accepts(nested)) {
				return Turn.CLOSED;
			}
			if (take()) {
				queue.admit();
				return Turn.NOW;
			}
			if (!mayWait) {
				queue.admit();
				return Turn.WITHIN;
			}
			if (!queue.hasRoom()) {
				return Turn.NEVER;
			}
			queue.admit();
			queue.add(task);
			this.waiting++;
			changed();
			return Turn.LATER;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Returns whether a permit is free and no task waits for it.
	 */
	boolean isFree() {
		this.lock.lock();
		try {
			return free();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Takes a permit for a task that is not queued, if a permit is free and no task waits
	 * for it.
	 * @param nested whether a task submits it
	 */
	boolean tryTake(TaskQueue queue, boolean nested) {
		this.lock.lock();
		try {
			boolean taken = this.admission.accepts(nested) && take();
			if (taken) {
				queue.admit();
			}
			return taken;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Gives a free permit, if any, to the task that waited longest. One is free while
	 * tasks wait only after the limit was raised.
	 * @return the task to start, {@code null} if there is none
	 */
	@Nullable ExecutorTask<?> next() {
		if (limit() <= this.enough) {
			return null;
		}
		this.lock.lock();
		try {
			return grant();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Returns a permit and gives it to the task that waited longest.
	 * @return the task to start, {@code null} if there is none
	 */
	@Nullable ExecutorTask<?> passOn() {
		this.lock.lock();
		try {
			this.active--;
			ExecutorTask<?> task = grant();
			signalEmpty();
			return task;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Removes a task from a queue, if it is there.
	 */
	void remove(TaskQueue queue, ExecutorTask<?> task) {
		this.lock.lock();
		try {
			removed(queue.remove(task) ? 1 : 0);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Removes tasks from a queue.
	 * @return the removed tasks
	 */
	List<ExecutorTask<?>> removeAll(TaskQueue queue, Predicate<ExecutorTask<?>> which) {
		this.lock.lock();
		try {
			List<ExecutorTask<?>> removed = queue.removeIf(which);
			removed(removed.size());
			return removed;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void removed(int number) {
		this.waiting -= number;
		changed();
		signalEmpty();
	}

	private void signalEmpty() {
		if (this.active + this.waiting == 0) {
			this.empty.signalAll();
		}
	}

	/**
	 * Waits until no task runs or waits.
	 * @param nanos the maximum time to wait in nanoseconds
	 * @return whether there is none
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	boolean awaitEmpty(long nanos) throws InterruptedException {
		this.lock.lock();
		try {
			long remaining = nanos;
			while (this.active + this.waiting > 0 && remaining > 0) {
				remaining = this.empty.awaitNanos(remaining);
			}
			return this.active + this.waiting == 0;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Returns the number of tasks that run or wait.
	 */
	int inside() {
		this.lock.lock();
		try {
			return this.active + this.waiting;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Returns the number of tasks of an executor that were accepted since the start.
	 */
	long admitted(TaskQueue queue) {
		this.lock.lock();
		try {
			return queue.admitted();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Returns the number of tasks that were accepted since the start.
	 */
	long admitted() {
		this.lock.lock();
		try {
			return this.queues.stream().mapToLong(TaskQueue::admitted).sum();
		}
		finally {
			this.lock.unlock();
		}
	}

	int waiting(TaskQueue queue) {
		this.lock.lock();
		try {
			return queue.size();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Returns the number of permits in use.
	 */
	int active() {
		this.lock.lock();
		try {
			return this.active;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Returns the concurrency limit, at least 1.
	 */
	int limit() {
		return Math.max(1, this.limit.getAsInt());
	}

	private boolean take() {
		boolean free = free();
		if (free) {
			this.active++;
		}
		return free;
	}

	private boolean free() {
		return this.active < limit() && this.waiting == 0;
	}

	private @Nullable ExecutorTask<?> grant() {
		ExecutorTask<?> task = null;
		if (this.waiting > 0 && this.active < limit() && !this.admission.isClosed()) {
			this.active++;
			this.waiting--;
			task = longestWaiting().removeFirst();
		}
		changed();
		return task;
	}

	private void changed() {
		int enough = (this.waiting != 0) ? this.active : Integer.MAX_VALUE;
		if (this.enough != enough) {
			this.enough = enough;
		}
	}

	private TaskQueue longestWaiting() {
		TaskQueue first = this.queues.get(0);
		for (TaskQueue queue : this.queues) {
			if (queue.isBefore(first)) {
				first = queue;
			}
		}
		return first;
	}

	/**
	 * The result of offering a task.
	 */
	enum Turn {

		/**
		 * The task has a permit; the caller must start it.
		 */
		NOW,

		/**
		 * The task is queued.
		 */
		LATER,

		/**
		 * The task must run in the place of the task that submits it.
		 */
		WITHIN,

		/**
		 * The queue is full.
		 */
		NEVER,

		/**
		 * The executors are closed.
		 */
		CLOSED

	}

}
