package io.perfstarter.reporting.pool;

/**
 * What a connection was used for in a time, in nanoseconds.
 *
 * @param borrowedNanos for how long it was lent
 * @param sql how long statements ran on it and were fetched, net of stops
 * @param remote for how long it was held during a remote call, net of stops
 * @param stopped for how long the JVM stood still meanwhile
 */
record UsageTimes(long borrowedNanos, long sql, long remote, long stopped) {

	static final UsageTimes NONE = new UsageTimes(0, 0, 0, 0);

}
