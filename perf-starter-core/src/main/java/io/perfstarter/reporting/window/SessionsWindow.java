package io.perfstarter.reporting.window;

/**
 * What the sessions of a database did in a period, according to its own views. The
 * database is only asked while statements are slow; the figures are sums over all
 * answers.
 *
 * @param pool the name of the pool whose database was asked
 * @param answers the number of answers
 * @param active the number of sessions that executed a statement
 * @param running the number of those that did not wait
 * @param locked the number of those that waited for a lock
 * @param holder describes the session that held the lock for the longest time, empty if
 * there was none
 * @param refusal why the database could not be asked, empty if it could
 */
public record SessionsWindow(String pool, int answers, long active, long running, long locked, String holder,
		String refusal) {

	/**
	 * Returns the share of active sessions that waited for a lock.
	 * @return the share from 0 to 1; 0 without active sessions
	 */
	public double lockedShare() {
		return (double) this.locked / Math.max(1, this.active);
	}

}
