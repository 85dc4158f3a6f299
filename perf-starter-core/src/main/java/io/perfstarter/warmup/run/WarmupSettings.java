package io.perfstarter.warmup.run;

import java.time.Duration;

/**
 * The settings of a warm-up.
 *
 * @param budget the maximum duration of the whole warm-up
 * @param requestTimeout the maximum time of one call, also limited by the rest of the
 * budget
 * @param minRequests the minimum number of times that each request is sent
 * @param maxRequests the maximum number of times that each request is sent
 * @param burst the number of calls between two pauses
 * @param parallelism the number of concurrent calls
 * @param stabilityTolerance the fraction by which the last times of a request may exceed
 * its best time for it to be stable
 * @param minSuccessRatio the fraction of calls that must succeed
 */
public record WarmupSettings(Duration budget, Duration requestTimeout, int minRequests, int maxRequests, int burst,
		int parallelism, double stabilityTolerance, double minSuccessRatio) {

	/**
	 * Returns half of the processors, so that the other half is free for the JIT
	 * compiler.
	 * @param processors the number of processors
	 * @return the number of concurrent calls
	 */
	public static int parallelism(int processors) {
		return Math.max(1, processors / 2);
	}

}
