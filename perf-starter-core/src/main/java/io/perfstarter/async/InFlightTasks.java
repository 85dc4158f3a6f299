package io.perfstarter.async;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Counts the queued and running tasks of all executors, and decides whether new tasks are
 * accepted during shutdown. Thread-safe: a task is counted before it checks the state, so
 * either the task sees the shutdown or the shutdown sees the task.
 */
final class InFlightTasks {

	private final AtomicInteger inside = new AtomicInteger();

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition empty = this.lock.newCondition();

	private volatile State state = State.OPEN;

	/**
	 * Counts a task of the current thread if it is accepted.
	 * @return whether the task is accepted; if so, {@link #leave} must be called once
	 */
	boolean enter() {
		this.inside.incrementAndGet();
		State state = this.state;
		boolean allowed = state == State.OPEN || (state == State.DRAINING && ExecutorTask.current() != null);
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
	 * Accepts only tasks that running tasks submit.
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
	 * Waits until all tasks have ended. Must not be called while open.
	 * @param nanos the maximum time to wait in nanoseconds
	 * @return whether all tasks have ended
	 * @throws InterruptedException if the calling thread is interrupted
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
	 * Which tasks are accepted.
	 */
	private enum State {

		OPEN, DRAINING, CLOSED

	}

}
