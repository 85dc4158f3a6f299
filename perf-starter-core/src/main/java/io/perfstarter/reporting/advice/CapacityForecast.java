package io.perfstarter.reporting.advice;

/**
 * The capacity of a pool and the demand for its connections, by Little's law.
 *
 * @param pool the name of the pool
 * @param max the maximum number of connections
 * @param meanUsage the mean usage time of a connection, in seconds
 * @param ceiling the maximum number of connections that can be borrowed per second
 * @param offered the number of requested connections per second
 * @param sentence the conclusion
 */
public record CapacityForecast(String pool, int max, double meanUsage, double ceiling, double offered,
		String sentence) {

}
