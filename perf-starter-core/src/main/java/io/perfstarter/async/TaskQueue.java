package io.perfstarter.async;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * The queue of one executor, in order of submission. The tasks are linked with each
 * other, so that a cancelled one is removed without a search and a queued one needs no
 * memory of its own. Guarded by the lock of the {@link ConcurrencyLimit}, except
 * {@link #isFull()}.
 */
final class TaskQueue {

	private final int capacity;

	private @Nullable ExecutorTask<?> first;

	private @Nullable ExecutorTask<?> last;

	private int size;

	private long admitted;

	private volatile boolean full;

	TaskQueue(int capacity) {
		this.capacity = capacity;
	}

	/**
	 * Returns whether the queue is full; called without the lock. A queue of capacity 0
	 * is never full, because a permit may be free.
	 */
	boolean isFull() {
		return this.full;
	}

	/**
	 * Returns whether a further task has a place.
	 */
	boolean hasRoom() {
		return this.size < this.capacity;
	}

	int size() {
		return this.size;
	}

	/**
	 * Counts a task that is accepted, whether it is queued or not.
	 */
	void admit() {
		this.admitted++;
	}

	/**
	 * Returns the number of tasks that were accepted since the start.
	 */
	long admitted() {
		return this.admitted;
	}

	void add(ExecutorTask<?> task) {
		ExecutorTask<?> before = this.last;
		if (before != null) {
			before.after = task;
		}
		else {
			this.first = task;
		}
		task.before = before;
		task.enqueued = true;
		this.last = task;
		resized(1);
	}

	/**
	 * Removes a task.
	 * @return whether it was in the queue
	 */
	boolean remove(ExecutorTask<?> task) {
		if (!task.enqueued) {
			return false;
		}
		ExecutorTask<?> before = task.before;
		ExecutorTask<?> after = task.after;
		if (before != null) {
			before.after = after;
		}
		else {
			this.first = after;
		}
		if (after != null) {
			after.before = before;
		}
		else {
			this.last = before;
		}
		task.before = null;
		task.after = null;
		task.enqueued = false;
		resized(-1);
		return true;
	}

	/**
	 * Removes the task that waited longest. There must be one.
	 */
	ExecutorTask<?> removeFirst() {
		ExecutorTask<?> task = Objects.requireNonNull(this.first);
		remove(task);
		return task;
	}

	/**
	 * Removes tasks.
	 * @return the removed tasks
	 */
	List<ExecutorTask<?>> removeIf(Predicate<ExecutorTask<?>> which) {
		List<ExecutorTask<?>> removed = new ArrayList<>();
		for (ExecutorTask<?> task = this.first; task != null; task = task.after) {
			if (which.test(task)) {
				removed.add(task);
			}
		}
		removed.forEach(this::remove);
		return removed;
	}

	/**
	 * Returns whether the first task of this queue waits for longer than that of another
	 * one.
	 */
	boolean isBefore(TaskQueue other) {
		return this.first != null && (other.first == null || this.first.enteredAt() - other.first.enteredAt() < 0);
	}

	private void resized(int by) {
		this.size += by;
		boolean full = this.capacity > 0 && this.size >= this.capacity;
		if (this.full != full) {
			this.full = full;
		}
	}

}
