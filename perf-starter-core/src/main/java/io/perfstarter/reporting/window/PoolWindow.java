package io.perfstarter.reporting.window;

import java.util.List;

/**
 * The figures of a connection pool in a period.
 *
 * @param name the name of the pool
 * @param max the maximum number of connections
 * @param active the number of borrowed connections at the end
 * @param peak the maximum number of borrowed connections
 * @param requests the number of requested connections
 * @param refused the number of requests that failed
 * @param waiting the number of waiting threads at the end
 * @param meanWaiting the mean number of waiting threads
 * @param longestWait the longest wait for a connection, in nanoseconds, including waits
 * in progress
 * @param usages the number of returned connections
 * @param borrowedNanos the total time for which connections were borrowed within the
 * period, in nanoseconds
 * @param usageP95 the 95th percentile of the usage times, in nanoseconds
 * @param sql the total time of statements, fetches and transaction ends, in nanoseconds
 * @param remote the total time of remote calls while connections were borrowed, in
 * nanoseconds; -1 if remote calls are not observed
 * @param stopped the total time of JVM pauses while connections were borrowed, in
 * nanoseconds
 * @param leaks the suspected leaks, one line each
 * @param outside the threads outside of requests that hold the most connections: their
 * name with a transaction or line, and their share of the borrowed time
 */
public record PoolWindow(String name, int max, int active, int peak, long requests, long refused, int waiting,
		double meanWaiting, long longestWait, long usages, long borrowedNanos, long usageP95, long sql, long remote,
		long stopped, List<String> leaks, OutsideWork outside) {

	/**
	 * Maximum average utilization of a pool before requests queue.
	 */
	public static final double BUSY = 0.8;

	/**
	 * More connections help if statements take at least this share of the borrowed time.
	 * Below it, connections are mostly held idle.
	 */
	public static final double USED = 0.5;

	/**
	 * More connections help if pauses take at most this share of the borrowed time.
	 */
	public static final double PAUSED = 0.3;

	// Maximum ratio of the advised to the present size. The database may not be able to
	// do more at once.
	private static final int LARGER = 2;

	/**
	 * Returns the pool size that serves the same load with a utilization of
	 * {@link #BUSY}. By Little's law, the load needs one connection for each thread that
	 * holds or awaits one.
	 * @param borrowed the mean number of borrowed connections
	 * @param waiting the mean number of waiting threads
	 * @param max the present maximum number of connections
	 * @return the number of connections, at most twice the present one
	 */
	public static int sizeFor(double borrowed, double waiting, int max) {
		return (int) Math.ceil(Math.min((borrowed + waiting) / BUSY, LARGER * max));
	}

	/**
	 * Returns the share of statements in the time for which connections were borrowed.
	 * @return the share from 0 to 1; 1 if no connection was borrowed
	 */
	public double sqlShare() {
		return (this.borrowedNanos != 0) ? Math.min(1, (double) this.sql / this.borrowedNanos) : 1;
	}

}
