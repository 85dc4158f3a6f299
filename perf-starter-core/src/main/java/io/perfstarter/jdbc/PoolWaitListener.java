package io.perfstarter.jdbc;

/**
 * Receives the start and end of a thread's wait in front of a pool. The pool is asked
 * only when it has a connection available. Thread-safe.
 */
public interface PoolWaitListener {

	/**
	 * Does nothing.
	 */
	PoolWaitListener NONE = new PoolWaitListener() {

		@Override
		public void begins() {
		}

		@Override
		public void ends() {
		}

	};

	/**
	 * Called before the current thread waits.
	 */
	void begins();

	/**
	 * Called when the current thread stops waiting: it asks a pool for a connection or
	 * gives up.
	 */
	void ends();

}
