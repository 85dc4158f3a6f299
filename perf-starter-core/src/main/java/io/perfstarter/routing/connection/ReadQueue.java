package io.perfstarter.routing.connection;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * A FIFO queue in which reads wait until a pool has a free slot.
 *
 * <p>
 * Thread-safe. The lock guards memory only; a read that gets a slot at once does not take
 * the lock. A thread that releases a slot serves the waiting reads. Each read counts as
 * waiting before it makes its last attempt, so that it misses no released slot.
 */
final class ReadQueue implements AutoCloseable {

	private final LongSupplier clock;

	private final ReentrantLock lock = new ReentrantLock();

	// Guarded by the lock.
	private final Deque<Waiter<?>> waiters = new ArrayDeque<>();

	// Writes are guarded by the lock.
	private volatile int waiting;

	private volatile boolean closed;

	/**
	 * Creates an empty queue.
	 * @param clock {@link System#nanoTime()}
	 */
	ReadQueue(LongSupplier clock) {
		this.clock = clock;
	}

	/**
	 * Returns the number of waiting reads.
	 */
	int waiting() {
		return this.waiting;
	}

	/**
	 * Waits until a request is served.
	 * @param request the request
	 * @return its result, {@code null} if it was not served in time
	 */
	<T> @Nullable T await(SlotRequest<T> request) throws InterruptedException {
		T result = (this.waiting == 0) ? request.tryTake() : null;
		if (result != null) {
			return result;
		}
		long[] deadlines = request.beginWait();
		try {
			return waitFor(request, deadlines);
		}
		finally {
			request.endWait();
		}
	}

	private <T> @Nullable T waitFor(SlotRequest<T> request, long[] deadlines) throws InterruptedException {
		this.lock.lockInterruptibly();
		try {
			Waiter<T> waiter = new Waiter<>(request, this.lock.newCondition());
			this.waiters.addLast(waiter);
			this.waiting++;
			serve(false);
			try {
				for (long deadline : deadlines) {
					waiter.awaitResult(deadline);
				}
			}
			finally {
				if (waiter.result == null) {
					leave(waiter);
				}
			}
			return waiter.result;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void leave(Waiter<?> waiter) {
		this.waiters.remove(waiter);
		this.waiting--;
	}

	/**
	 * Serves one waiting read after a slot was released.
	 */
	void freed() {
		served(true);
	}

	/**
	 * Serves all waiting reads that can get a slot after a state change.
	 */
	void changed() {
		served(false);
	}

	private void served(boolean one) {
		if (this.waiting > 0) {
			this.lock.lock();
			try {
				serve(one);
			}
			finally {
				this.lock.unlock();
			}
		}
	}

	private void serve(boolean one) {
		for (Iterator<Waiter<?>> waiters = this.waiters.iterator(); waiters.hasNext();) {
			if (waiters.next().isServed()) {
				waiters.remove();
				this.waiting--;
				if (one) {
					return;
				}
			}
		}
	}

	/**
	 * Ends all waits.
	 */
	@Override
	public void close() {
		this.lock.lock();
		try {
			this.closed = true;
			this.waiters.forEach((waiter) -> waiter.served.signal());
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * A request for a pool slot.
	 *
	 * @param <T> the type of the result
	 */
	interface SlotRequest<T> {

		/**
		 * Acquires a slot if one is available. Must not block: while the read waits, the
		 * thread that serves it calls this method under the lock.
		 * @return the result, {@code null} if no slot is available
		 */
		@Nullable T tryTake();

		/**
		 * Called before the read waits.
		 * @return the times of further attempts, ascending, by the clock of the queue:
		 * later ones may use more servers, and the request fails after the last one
		 */
		long[] beginWait();

		/**
		 * Called when the wait has ended.
		 */
		default void endWait() {
		}

	}

	/**
	 * A waiting read. Guarded by the lock.
	 */
	private final class Waiter<T> {

		private final SlotRequest<T> request;

		private final Condition served;

		private @Nullable T result;

		private Waiter(SlotRequest<T> request, Condition served) {
			this.request = request;
			this.served = served;
		}

		private boolean isServed() {
			this.result = this.request.tryTake();
			if (this.result == null) {
				return false;
			}
			this.served.signal();
			return true;
		}

		/**
		 * Waits until the request is served. After the deadline, tries once more.
		 */
		private void awaitResult(long until) throws InterruptedException {
			long left = until - ReadQueue.this.clock.getAsLong();
			while (this.result == null && !ReadQueue.this.closed && left > 0) {
				await(left);
				left = until - ReadQueue.this.clock.getAsLong();
			}
			if (this.result == null && !ReadQueue.this.closed && isServed()) {
				leave(this);
			}
		}

		private void await(long nanos) throws InterruptedException {
			try {
				this.served.awaitNanos(nanos);
			}
			catch (InterruptedException ex) {
				if (this.result == null) {
					throw ex;
				}
				// The result holds a slot that the caller must release.
				Thread.currentThread().interrupt();
			}
		}

	}

}
