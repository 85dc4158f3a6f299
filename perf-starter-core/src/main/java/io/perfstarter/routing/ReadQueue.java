package io.perfstarter.routing;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Lets reads wait in front of all pools until one of them has a place, first come, first
 * served.
 *
 * <p>
 * Thread-safe. The lock guards memory only; who finds a place at once does not take it.
 * Whoever frees a place serves those who wait, and a waiter is counted before it looks
 * for the last time, so that no place is overlooked.
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
	 * How many reads wait.
	 */
	int waiting() {
		return this.waiting;
	}

	/**
	 * Waits for a place.
	 * @param visitor who wants it
	 * @return the place, {@code null} if there was none in time
	 */
	<T> @Nullable T await(Visitor<T> visitor) throws InterruptedException {
		T place = (this.waiting == 0) ? visitor.place() : null;
		if (place != null) {
			return place;
		}
		long[] looks = visitor.waits();
		try {
			return waitFor(visitor, looks);
		}
		finally {
			visitor.waitsNoMore();
		}
	}

	private <T> @Nullable T waitFor(Visitor<T> visitor, long[] looks) throws InterruptedException {
		this.lock.lockInterruptibly();
		try {
			Waiter<T> waiter = new Waiter<>(visitor, this.lock.newCondition());
			this.waiters.addLast(waiter);
			this.waiting++;
			serve(false);
			try {
				for (long look : looks) {
					waiter.awaitPlace(look);
				}
			}
			finally {
				if (waiter.place == null) {
					leave(waiter);
				}
			}
			return waiter.place;
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
	 * One place is free.
	 */
	void freed() {
		served(true);
	}

	/**
	 * It may be that reads may go where they might not.
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
	 * Ends all waiting.
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
	 * A read that wants a place.
	 *
	 * @param <T> the place
	 */
	interface Visitor<T> {

		/**
		 * Takes a place if there is one for it. Must not block; is called under the lock
		 * while the read waits, by whoever serves it.
		 * @return the place, {@code null} if there is none
		 */
		@Nullable T place();

		/**
		 * It is about to wait.
		 * @return the moments, in their order, at which it may take what it might not
		 * before; at the last of them it gives up
		 */
		long[] waits();

		/**
		 * It waits no more.
		 */
		default void waitsNoMore() {
		}

	}

	/**
	 * A read that waits. Guarded by the lock.
	 */
	private final class Waiter<T> {

		private final Visitor<T> visitor;

		private final Condition served;

		private @Nullable T place;

		private Waiter(Visitor<T> visitor, Condition served) {
			this.visitor = visitor;
			this.served = served;
		}

		private boolean isServed() {
			this.place = this.visitor.place();
			if (this.place == null) {
				return false;
			}
			this.served.signal();
			return true;
		}

		/**
		 * Waits until it is served, or has looked at a moment.
		 */
		private void awaitPlace(long until) throws InterruptedException {
			long left = until - ReadQueue.this.clock.getAsLong();
			while (this.place == null && !ReadQueue.this.closed && left > 0) {
				await(left);
				left = until - ReadQueue.this.clock.getAsLong();
			}
			if (this.place == null && !ReadQueue.this.closed && isServed()) {
				leave(this);
			}
		}

		private void await(long nanos) throws InterruptedException {
			try {
				this.served.awaitNanos(nanos);
			}
			catch (InterruptedException ex) {
				if (this.place == null) {
					throw ex;
				}
				// It has a place, which somebody must give back.
				Thread.currentThread().interrupt();
			}
		}

	}

}
