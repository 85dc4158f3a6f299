package io.perfstarter.async;

/**
 * Decides whether the executors accept tasks. Thread-safe: each limit asks under its own
 * lock, so that after a change no task enters that was accepted before.
 */
final class Admission {

	private volatile State state = State.OPEN;

	/**
	 * Returns whether a task is accepted.
	 * @param nested whether a running task submits it
	 */
	boolean accepts(boolean nested) {
		State state = this.state;
		return state == State.OPEN || (state == State.DRAINING && nested);
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
	 * Which tasks are accepted.
	 */
	private enum State {

		OPEN, DRAINING, CLOSED

	}

}
