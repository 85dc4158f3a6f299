package io.perfstarter.jdbc;

/**
 * Is told by a thread that it waits in front of a pool, which has nothing to lend and is
 * not asked before it has.
 */
public interface PoolWait {

	/**
	 * Nobody hears of it.
	 */
	PoolWait UNHEARD = new PoolWait() {

		@Override
		public void begins() {
		}

		@Override
		public void ends() {
		}

	};

	/**
	 * The calling thread is about to wait.
	 */
	void begins();

	/**
	 * The calling thread waits no more: it asks this pool or another, or gives up.
	 */
	void ends();

}
