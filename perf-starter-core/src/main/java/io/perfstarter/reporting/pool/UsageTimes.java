package io.perfstarter.reporting.pool;

/**
 * The usage of a connection in a period, in nanoseconds.
 *
 * @param borrowedNanos the time for which it was borrowed
 * @param sql the time of statements and fetching, without JVM pauses
 * @param remote the time of remote calls while it was borrowed, without JVM pauses
 * @param stopped the JVM pauses while it was borrowed
 */
record UsageTimes(long borrowedNanos, long sql, long remote, long stopped) {

	static final UsageTimes NONE = new UsageTimes(0, 0, 0, 0);

}
