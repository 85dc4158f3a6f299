package io.perfstarter.warmup;

import java.time.Duration;

/**
 * How a warm-up goes.
 *
 * @param budget the longest time for all of it
 * @param requestTimeout the longest time for one call, and no longer than what is left of
 * the budget
 * @param minRequests how often each call is made at least
 * @param maxRequests how often each call is made at most
 * @param burst how many calls are made between two pauses
 * @param parallelism how many calls are made at a time
 * @param stabilityTolerance by which part of its best time the last times of a call may
 * be longer when it is called stable
 * @param minSuccessRatio the part of the calls that must succeed
 */
public record WarmupSettings(Duration budget, Duration requestTimeout, int minRequests, int maxRequests, int burst,
		int parallelism, double stabilityTolerance, double minSuccessRatio) {

	/**
	 * Half of the processors, so that the JIT compiler has the other half.
	 * @param processors how many there are
	 * @return how many calls to make at a time
	 */
	public static int parallelism(int processors) {
		return Math.max(1, processors / 2);
	}

}
