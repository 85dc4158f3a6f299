package io.perfstarter.reporting.advice;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.reporting.window.Window;

/**
 * What was asked of a pool within some time.
 *
 * @param seconds how long that was
 * @param requests how often a connection was asked for
 * @param usages how many were returned
 * @param borrowedNanos for how long connections were lent, in seconds
 * @param sql for how long they were used, in seconds
 * @param stopped for how long the JVM stood still while they were lent, in seconds
 */
record PoolLoad(double seconds, long requests, long usages, double borrowedNanos, double sql, double stopped) {

	/**
	 * Less than this says nothing about the load.
	 */
	static final Duration MINUTE = Duration.ofMinutes(1);

	static final long ENOUGH_USAGES = 100;

	private static final PoolLoad NONE = new PoolLoad(0, 0, 0, 0, 0, 0);

	/**
	 * The minute in which the most connections were needed. Without a minute that has
	 * enough leases, all that there is.
	 * @param windows what was measured, the newest last
	 * @param pool the name of the pool
	 */
	static PoolLoad busiest(List<Window> windows, String pool) {
		PoolLoad busiest = null;
		for (int last = windows.size(); last > 0; last--) {
			PoolLoad minute = minute(windows.subList(0, last), pool);
			if (minute.enough() && (busiest == null || minute.needed() > busiest.needed())) {
				busiest = minute;
			}
		}
		return (busiest != null) ? busiest : all(windows, pool);
	}

	/**
	 * The newest minute.
	 * @param windows what was measured, the newest last
	 * @param pool the name of the pool
	 */
	static PoolLoad minute(List<Window> windows, String pool) {
		PoolLoad load = NONE;
		for (int at = windows.size() - 1; at >= 0 && load.seconds < MINUTE.toSeconds(); at--) {
			load = load.plus(of(windows.get(at), pool));
		}
		return load;
	}

	private static PoolLoad all(List<Window> windows, String pool) {
		return windows.stream().map((window) -> of(window, pool)).reduce(NONE, PoolLoad::plus);
	}

	static PoolLoad of(Window window, String pool) {
		return window.pools()
			.stream()
			.filter((candidate) -> candidate.name().equals(pool))
			.findFirst()
			.map((found) -> of(window.length(), found))
			.orElse(NONE);
	}

	private static PoolLoad of(Duration length, PoolWindow pool) {
		return new PoolLoad(seconds(length.toNanos()), pool.requests(), pool.usages(), seconds(pool.borrowedNanos()),
				seconds(pool.sql()), seconds(pool.stopped()));
	}

	private static double seconds(long nanos) {
		return (double) nanos / TimeUnit.SECONDS.toNanos(1);
	}

	private PoolLoad plus(PoolLoad other) {
		return new PoolLoad(this.seconds + other.seconds, this.requests + other.requests, this.usages + other.usages,
				this.borrowedNanos + other.borrowedNanos, this.sql + other.sql, this.stopped + other.stopped);
	}

	boolean enough() {
		return this.seconds >= MINUTE.toSeconds() && this.usages >= ENOUGH_USAGES;
	}

	/**
	 * How often a connection is asked for in a second.
	 */
	double rate() {
		return (this.seconds > 0) ? this.requests / this.seconds : 0;
	}

	/**
	 * How long one is lent, in seconds.
	 */
	double meanUsage() {
		return (this.usages > 0) ? this.borrowedNanos / this.usages : 0;
	}

	/**
	 * How many are lent on average, by Little's law.
	 */
	double needed() {
		return rate() * meanUsage();
	}

	/**
	 * How much of the time for which they are lent they are used.
	 */
	double sqlShare() {
		return (this.borrowedNanos > 0) ? Math.min(1, this.sql / this.borrowedNanos) : 1;
	}

	/**
	 * How much of the time for which they are lent the JVM stands still.
	 */
	double stoppedShare() {
		return (this.borrowedNanos > 0) ? Math.min(1, this.stopped / this.borrowedNanos) : 0;
	}

}
