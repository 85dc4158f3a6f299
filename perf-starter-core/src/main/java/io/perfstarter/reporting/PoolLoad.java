package io.perfstarter.reporting;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.perfstarter.reporting.window.Window;

/**
 * The demand on a pool in a period.
 *
 * @param seconds the length of the period
 * @param usages the number of returned connections
 * @param borrowed the total time for which connections were borrowed, in seconds
 * @param waited the total time for which threads waited for a connection, in seconds
 * @param sql the total time of executions on connections, in seconds
 * @param stopped the JVM pauses while connections were borrowed, in seconds
 */
record PoolLoad(double seconds, long usages, double borrowed, double waited, double sql, double stopped) {

	static final long ENOUGH_USAGES = 100;

	// Minimum length of a meaningful period, in seconds.
	private static final int MINUTE = 60;

	private static final PoolLoad NONE = new PoolLoad(0, 0, 0, 0, 0, 0);

	/**
	 * Returns the load of the minute with the highest demand, or of the whole time if no
	 * minute has enough returned connections.
	 * @param windows the measured periods, the newest last
	 * @param pool the name of the pool
	 */
	static PoolLoad busiest(List<Window> windows, String pool) {
		List<PoolLoad> loads = windows.stream().map((window) -> of(window, pool)).toList();
		return IntStream.rangeClosed(1, loads.size())
			.mapToObj((end) -> lastMinute(loads.subList(0, end)))
			.filter(PoolLoad::enough)
			.max(Comparator.comparingDouble(PoolLoad::demand))
			.orElseGet(() -> loads.stream().reduce(NONE, PoolLoad::plus));
	}

	private static PoolLoad lastMinute(List<PoolLoad> loads) {
		PoolLoad minute = NONE;
		for (int at = loads.size() - 1; at >= 0 && minute.seconds < MINUTE; at--) {
			minute = minute.plus(loads.get(at));
		}
		return minute;
	}

	private static PoolLoad of(Window window, String name) {
		return window.pools()
			.stream()
			.filter((pool) -> pool.name().equals(name))
			.findFirst()
			.map((pool) -> new PoolLoad(seconds(window.length().toNanos()), pool.usages(),
					seconds(pool.borrowedNanos()), pool.meanWaiting() * seconds(window.length().toNanos()),
					seconds(pool.sql()), seconds(pool.stopped())))
			.orElse(NONE);
	}

	private static double seconds(long nanos) {
		return (double) nanos / TimeUnit.SECONDS.toNanos(1);
	}

	private PoolLoad plus(PoolLoad other) {
		return new PoolLoad(this.seconds + other.seconds, this.usages + other.usages, this.borrowed + other.borrowed,
				this.waited + other.waited, this.sql + other.sql, this.stopped + other.stopped);
	}

	boolean enough() {
		return this.seconds >= MINUTE && this.usages >= ENOUGH_USAGES;
	}

	/**
	 * Returns the mean number of borrowed connections.
	 */
	double meanBorrowed() {
		return this.borrowed / this.seconds;
	}

	/**
	 * Returns the mean number of threads that waited for a connection.
	 */
	double meanWaiting() {
		return this.waited / this.seconds;
	}

	private double demand() {
		return meanBorrowed() + meanWaiting();
	}

	/**
	 * Returns the share of executions in the time for which connections are borrowed.
	 */
	double sqlShare() {
		return (this.borrowed > 0) ? Math.min(1, this.sql / this.borrowed) : 1;
	}

	/**
	 * Returns the share of JVM pauses in the time for which connections are borrowed.
	 */
	double stoppedShare() {
		return (this.borrowed > 0) ? Math.min(1, this.stopped / this.borrowed) : 0;
	}

}
