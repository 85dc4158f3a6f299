package io.perfstarter.bench;

import java.util.Arrays;

/**
 * Times that were measured, each of them.
 */
final class Latencies {

	private final long[] ascending;

	/**
	 * Takes the times.
	 * @param nanos the times in nanoseconds
	 */
	Latencies(long[] nanos) {
		this.ascending = nanos.clone();
		Arrays.sort(this.ascending);
	}

	/**
	 * The time that a share of all does not exceed.
	 */
	double millis(double share) {
		int index = (int) Math.ceil(share * this.ascending.length) - 1;
		return this.ascending[Math.max(0, index)] / 1e6;
	}

	/**
	 * The value in the middle.
	 */
	static double median(double... values) {
		double[] ascending = values.clone();
		Arrays.sort(ascending);
		return ascending[ascending.length / 2];
	}

}
