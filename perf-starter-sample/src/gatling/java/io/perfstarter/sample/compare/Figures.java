package io.perfstarter.sample.compare;

import java.util.Arrays;

/**
 * What came of the requests of a step, times in milliseconds.
 *
 * @param requests how many there were
 * @param failures how many of them had no answer, or one that says so
 * @param perSecond how many were answered in a second
 * @param mean the mean
 * @param p50 the median
 * @param p95 95 of 100 took at most this long
 * @param p99 99 of 100 took at most this long
 * @param longest the longest
 */
record Figures(int requests, int failures, double perSecond, double mean, double p50, double p95, double p99,
		double longest) {

	/**
	 * Computes them.
	 * @param millis how long each request took, in any order
	 * @param failures how many of them failed
	 * @param seconds how long they took together
	 */
	static Figures of(double[] millis, int failures, double seconds) {
		double[] sorted = millis.clone();
		Arrays.sort(sorted);
		return new Figures(sorted.length, failures, (sorted.length - failures) / seconds,
				Arrays.stream(sorted).average().orElse(Double.NaN), percentile(sorted, 0.5), percentile(sorted, 0.95),
				percentile(sorted, 0.99), percentile(sorted, 1));
	}

	private static double percentile(double[] sorted, double share) {
		return (sorted.length != 0) ? sorted[(int) Math.ceil(share * sorted.length) - 1] : Double.NaN;
	}

}
