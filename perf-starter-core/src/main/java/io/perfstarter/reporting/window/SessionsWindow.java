package io.perfstarter.reporting.window;

import java.util.Set;

/**
 * What the sessions of a database did in a period, according to the views of the
 * database. Reporting queries them only while statements are slow. The figures are sums
 * over all answers.
 *
 * @param pool the name of the pool whose database was queried
 * @param answers the number of answers
 * @param processors the configured number of processor cores of the database server, 0 if
 * unknown
 * @param active the number of sessions that executed a statement of this application
 * @param running the number of sessions, also of other applications, that executed a
 * statement and did not wait
 * @param locked the number of active sessions that waited for a lock
 * @param holder describes the session that held the lock for the longest time, empty if
 * there was none
 * @param idleHolder whether the holder was idle in its transaction
 * @param waiting the texts without literals of the statements that waited for a lock
 * @param refusal why the database could not be queried, empty if it could
 */
public record SessionsWindow(String pool, int answers, int processors, long active, long running, long locked,
		String holder, boolean idleHolder, Set<String> waiting, String refusal) {

	/**
	 * Returns the share of active sessions that waited for a lock.
	 * @return the share from 0 to 1; 0 without active sessions
	 */
	public double lockedShare() {
		return (double) this.locked / Math.max(1, this.active);
	}

	/**
	 * Returns how many sessions ran at once without waiting.
	 * @return the average of all answers; 0 without answers
	 */
	public double runningAtOnce() {
		return (double) this.running / Math.max(1, this.answers);
	}

}
