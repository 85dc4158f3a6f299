package io.perfstarter.bench;

import java.util.Arrays;
import java.util.List;

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
	 * The median of that time over several rounds.
	 */
	static double medianMillis(List<Latencies> rounds, double share) {
		return median(rounds.stream().mapToDouble((round) -> round.millis(share)).toArray());
	}

	static double median(double... values) {
		double[] ascending = values.clone();
		Arrays.sort(ascending);
		return ascending[ascending.length / 2];
	}

}
