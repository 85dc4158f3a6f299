package io.perfstarter.reporting.advice;

import java.util.Optional;

/**
 * A line through points, by least squares.
 *
 * @param slope by how much it rises with each unit of x
 * @param end where it is at the largest x
 */
record Trend(double slope, double end) {

	private static final int ENOUGH_POINTS = 10;

	/**
	 * How much of what the points vary the line has to explain.
	 */
	private static final double CLEAR = 0.6;

	/**
	 * How much of their mean the points have to rise from the first to the last.
	 */
	private static final double NOTABLE = 0.1;

	/**
	 * The line through points that clearly rise.
	 * @param x where they are, in ascending order
	 * @param y how high they are
	 * @return the line, empty if they are few or do not clearly rise
	 */
	static Optional<Trend> rising(double[] x, double[] y) {
		int count = x.length;
		if (count < ENOUGH_POINTS) {
			return Optional.empty();
		}
		double meanX = mean(x);
		double meanY = mean(y);
		double xx = 0;
		double xy = 0;
		double yy = 0;
		for (int at = 0; at < count; at++) {
			xx += (x[at] - meanX) * (x[at] - meanX);
			xy += (x[at] - meanX) * (y[at] - meanY);
			yy += (y[at] - meanY) * (y[at] - meanY);
		}
		double slope = xy / xx;
		double explained = xy * xy / (xx * yy);
		double rise = slope * (x[count - 1] - x[0]);
		// Written so that a line through one point, which is no number, is none.
		return (explained >= CLEAR && rise >= NOTABLE * meanY)
				? Optional.of(new Trend(slope, meanY + slope * (x[count - 1] - meanX))) : Optional.empty();
	}

	private static double mean(double[] values) {
		double sum = 0;
		for (double value : values) {
			sum += value;
		}
		return sum / values.length;
	}

}
