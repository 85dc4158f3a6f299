package io.perfstarter.async;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Which tasks may still come to the executors, and how many have come and not ended.
 * Thread-safe: a task is counted before it asks, so it sees that the executors are
 * closing, or whoever closes them sees the task.
 */
final class Entrance {

	private final AtomicInteger inside = new AtomicInteger();

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition empty = this.lock.newCondition();

	private volatile State state = State.OPEN;

	/**
	 * Lets a task in.
	 * @param nested whether another task wants it
	 * @return whether it may come; if so it {@linkplain #leave leaves}, once
	 */
	boolean enter(boolean nested) {
		this.inside.incrementAndGet();
		State state = this.state;
		boolean allowed = state == State.OPEN || (state == State.DRAINING && nested);
		if (!allowed) {
			leave();
		}
		return allowed;
	}

	void leave() {
		if (this.inside.decrementAndGet() == 0 && this.state != State.OPEN) {
			this.lock.lock();
			try {
				this.empty.signalAll();
			}
			finally {
				this.lock.unlock();
			}
		}
	}

	int inside() {
		return this.inside.get();
	}

	void open() {
		this.state = State.OPEN;
	}

	/**
	 * Lets in only what tasks inside want.
	 */
	void drain() {
		this.state = State.DRAINING;
	}

	void close() {
		this.state = State.CLOSED;
	}

	boolean isOpen() {
		return this.state == State.OPEN;
	}

	boolean isClosed() {
		return this.state == State.CLOSED;
	}

	/**
	 * Waits until all have ended; to be called when it is not open.
	 * @param nanos for how long at most
	 * @return whether all have
	 * @throws InterruptedException if the caller is interrupted
	 */
	boolean awaitEmpty(long nanos) throws InterruptedException {
		this.lock.lock();
		try {
			long remaining = nanos;
			while (this.inside.get() > 0 && remaining > 0) {
				remaining = this.empty.awaitNanos(remaining);
			}
			return this.inside.get() == 0;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Who may come in.
	 */
	private enum State {

		OPEN, DRAINING, CLOSED

	}

}
