package io.perfstarter.reporting.window;

import java.util.List;

/**
 * What a pool of connections did in a period.
 *
 * @param name its name
 * @param max how many connections it may have
 * @param active how many were lent at the end
 * @param peak the most that were lent at once
 * @param requests how often a connection was asked for
 * @param refused how often there was none to lend
 * @param waiting how many waited at the end
 * @param longestWait the longest wait for one, in nanoseconds, also of those who still
 * wait
 * @param waitsWithIdle how many waits of 10 ms or more there were although connections
 * were idle
 * @param usages how many were returned
 * @param borrowedNanos for how long connections were lent within the period, in
 * nanoseconds
 * @param usageP95 95 of 100 were lent at most this long, in nanoseconds
 * @param sql how long statements ran on them and were fetched and transactions ended, in
 * nanoseconds
 * @param remote for how long they were held during a remote call, in nanoseconds, -1 if
 * nobody tells of remote calls
 * @param stopped for how long the JVM stood still while they were lent, in nanoseconds
 * @param leaks where connections were borrowed that are lent suspiciously long and not
 * used, one line each
 */
public record PoolWindow(String name, int max, int active, int peak, long requests, long refused, int waiting,
		long longestWait, long waitsWithIdle, long usages, long borrowedNanos, long usageP95, long sql, long remote,
		long stopped, List<String> leaks) {

	/**
	 * How much of the time for which connections were lent they were used.
	 * @return from 0 to 1; 1 if none was lent
	 */
	public double sqlShare() {
		return (this.borrowedNanos != 0) ? Math.min(1, (double) this.sql / this.borrowedNanos) : 1;
	}

}
