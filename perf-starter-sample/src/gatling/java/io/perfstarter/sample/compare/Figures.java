package io.perfstarter.sample.compare;

import java.util.Arrays;
import java.util.stream.DoubleStream;

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
 * @param apdex the APDEX for 500 ms: 1 if all were answered within that time
 */
record Figures(int requests, int failures, double perSecond, double mean, double p50, double p95, double p99,
		double longest, double apdex) {

	private static final double SATISFYING = 500;

	private static final double TOLERABLE = 4 * SATISFYING;

	/**
	 * Computes them.
	 * @param answered how long each answered request took, in any order
	 * @param failed how long each other one took
	 * @param seconds how long they took together
	 */
	static Figures of(double[] answered, double[] failed, double seconds) {
		double[] sorted = DoubleStream.concat(Arrays.stream(answered), Arrays.stream(failed)).sorted().toArray();
		return new Figures(sorted.length, failed.length, answered.length / seconds,
				Arrays.stream(sorted).average().orElse(Double.NaN), percentile(sorted, 0.5), percentile(sorted, 0.95),
				percentile(sorted, 0.99), percentile(sorted, 1), apdex(answered, sorted.length));
	}

	/**
	 * Who waits longer than is satisfying counts half, who waits too long or in vain not
	 * at all.
	 */
	private static double apdex(double[] answered, int requests) {
		double satisfied = Arrays.stream(answered).filter((millis) -> millis <= SATISFYING).count();
		double tolerating = Arrays.stream(answered)
			.filter((millis) -> millis > SATISFYING && millis <= TOLERABLE)
			.count();
		return (satisfied + tolerating / 2) / requests;
	}

	private static double percentile(double[] sorted, double share) {
		return (sorted.length != 0) ? sorted[(int) Math.ceil(share * sorted.length) - 1] : Double.NaN;
	}

}
