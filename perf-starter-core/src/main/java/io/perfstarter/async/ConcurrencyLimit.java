package io.perfstarter.async;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition left = this.lock.newCondition();

	private final List<TaskQueue> queues = new ArrayList<>();

	private final Deque<Lender> lenders = new ArrayDeque<>();

	private int active;

	private int waiting;

	private volatile boolean more;

	/**
	 * Creates the permits.
	 * @param limit supplies the concurrency limit, read for each task; when it drops,
	 * running tasks are not stopped
	 */
	ConcurrencyLimit(IntSupplier limit) {
		this.limit = limit;
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
	 * @param patience the maximum time in nanoseconds that the caller waits for one of
	 * them
	 * @throws InterruptedException if the calling thread is interrupted while it waits
	 */
	Turn offer(TaskQueue queue, ExecutorTask<?> task, long patience) throws InterruptedException {
		this.lock.lock();
		try {
			long remaining = patience;
			while (true) {
				if (take()) {
					return Turn.NOW;
				}
				if (queue.tasks.size() < queue.capacity) {
					queue.tasks.add(task);
					queue.changed();
					this.waiting++;
					return Turn.LATER;
				}
				if (remaining <= 0) {
					return Turn.NEVER;
				}
				remaining = this.left.awaitNanos(remaining);
			}
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
	 * Takes a permit if one is free and no task waits for it.
	 */
	boolean tryTake() {
		this.lock.lock();
		try {
			return take();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Gives a free permit, if any, to the task that waited longest. More than one permit
	 * is free only after the limit was raised.
	 * @return the task to start, {@code null} if there is none
	 */
	@Nullable ExecutorTask<?> next() {
		if (!this.more) {
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
			this.left.signalAll();
			return grant();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Takes a permit again after a task lent it, with priority over queued tasks. Waits
	 * without a limit, because a task must not run without a permit.
	 */
	void takeBack() {
		this.lock.lock();
		try {
			Lender lender = new Lender(this.lock.newCondition());
			this.lenders.add(lender);
			serveLenders();
			while (!lender.served) {
				lender.turn.awaitUninterruptibly();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Removes tasks from a queue.
	 * @return the removed tasks
	 */
	List<ExecutorTask<?>> remove(TaskQueue queue, Predicate<ExecutorTask<?>> which) {
		this.lock.lock();
		try {
			List<ExecutorTask<?>> removed = new ArrayList<>();
			queue.tasks.removeIf((task) -> which.test(task) && removed.add(task));
			queue.changed();
			this.waiting -= removed.size();
			this.left.signalAll();
			return removed;
		}
		finally {
			this.lock.unlock();
		}
	}

	int waiting(TaskQueue queue) {
		this.lock.lock();
		try {
			return queue.tasks.size();
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
		return this.active < limit() && this.waiting == 0 && this.lenders.isEmpty();
	}

	private @Nullable ExecutorTask<?> grant() {
		serveLenders();
		int limit = limit();
		if (this.waiting == 0 || this.active >= limit) {
			more(false);
			return null;
		}
		this.active++;
		this.waiting--;
		more(this.waiting > 0 && this.active < limit);
		TaskQueue queue = longestWaiting();
		ExecutorTask<?> task = queue.tasks.remove();
		queue.changed();
		return task;
	}

	private void more(boolean more) {
		if (this.more != more) {
			this.more = more;
		}
	}

	private void serveLenders() {
		while (!this.lenders.isEmpty() && this.active < limit()) {
			this.active++;
			this.lenders.remove().serve();
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
		 * The queue is full.
		 */
		NEVER

	}

	/**
	 * The queue of one executor, in order of submission.
	 */
	static final class TaskQueue {

		private final int capacity;

		private final Deque<ExecutorTask<?>> tasks = new ArrayDeque<>();

		private volatile boolean full;

		private TaskQueue(int capacity) {
			this.capacity = capacity;
		}

		/**
		 * Returns whether the queue is full; called without the lock. A queue of capacity
		 * 0 is never full, because a permit may be free.
		 */
		boolean isFull() {
			return this.full;
		}

		private void changed() {
			boolean full = this.capacity > 0 && this.tasks.size() >= this.capacity;
			if (this.full != full) {
				this.full = full;
			}
		}

		private boolean isBefore(TaskQueue other) {
			ExecutorTask<?> mine = this.tasks.peek();
			ExecutorTask<?> others = other.tasks.peek();
			return mine != null && (others == null || mine.submittedAt() - others.submittedAt() < 0);
		}

	}

	/**
	 * A task that lent its permit and waits to take it again.
	 */
	private static final class Lender {

		private final Condition turn;

		private boolean served;

		private Lender(Condition turn) {
			this.turn = turn;
		}

		private void serve() {
			this.served = true;
			this.turn.signal();
		}

	}

}
