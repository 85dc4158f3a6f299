package io.perfstarter.reporting.advice;

/**
 * What a pool can carry, and what is asked of it; by Little's law.
 *
 * @param pool its name
 * @param max how many connections it may have
 * @param meanUsage how long one is lent, in seconds
 * @param ceiling the most that it can lend in a second
 * @param offered how many are asked for in a second
 * @param sentence what that means
 */
public record CapacityForecast(String pool, int max, double meanUsage, double ceiling, double offered,
		String sentence) {

}
