package io.perfstarter.reporting.advice;

import java.util.Optional;

/**
 * A line through points, computed by least squares.
 *
 * @param slope the increase per unit of x
 * @param end the value at the largest x
 */
record Trend(double slope, double end) {

	private static final int ENOUGH_POINTS = 10;

	/**
	 * Minimum share of the variance that the line must explain.
	 */
	private static final double CLEAR = 0.6;

	/**
	 * Minimum increase from the first to the last point, relative to the mean of the
	 * points.
	 */
	private static final double NOTABLE = 0.1;

	/**
	 * Computes the line through points that clearly rise.
	 * @param x the x values, in ascending order
	 * @param y the y values
	 * @return the line, empty if there are too few points or they do not clearly rise
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
		// This form of the comparison also rejects the line through one point, which is
		// NaN.
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
