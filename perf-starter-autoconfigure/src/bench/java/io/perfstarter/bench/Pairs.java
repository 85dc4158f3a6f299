package io.perfstarter.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What was measured in turns with something and without it, so that what the machine does
 * meanwhile concerns both.
 */
final class Pairs {

	private final List<Pair> pairs = new ArrayList<>();

	void add(double with, double without) {
		this.pairs.add(new Pair(with, without));
	}

	double with() {
		return median(Pair::with);
	}

	double without() {
		return median(Pair::without);
	}

	/**
	 * How much is added: the median of the pairs, not the difference of the medians.
	 */
	double added() {
		return median((pair) -> pair.with() - pair.without());
	}

	/**
	 * How much is added at most: the upper end of the confidence interval of 95 % of the
	 * median, by order statistics.
	 */
	double addedAtMost() {
		return upperEnd((pair) -> pair.with() - pair.without());
	}

	/**
	 * How many times as much it is: the median of the pairs.
	 */
	double ratio() {
		return median((pair) -> pair.with() / pair.without());
	}

	/**
	 * How many times as much it is at most, as {@link #addedAtMost()}.
	 */
	double ratioAtMost() {
		return upperEnd((pair) -> pair.with() / pair.without());
	}

	private double median(ToDoubleFunction<Pair> figure) {
		return Latencies.median(this.pairs.stream().mapToDouble(figure).toArray());
	}

	private double upperEnd(ToDoubleFunction<Pair> figure) {
		double[] ascending = this.pairs.stream().mapToDouble(figure).sorted().toArray();
		return ascending[ascending.length - 1 - above(ascending.length)];
	}

	/**
	 * Returns how many of the largest values may be left out: the median is above the
	 * rest with a probability of 2.5 % at most. Each value is above the median with a
	 * probability of one half.
	 */
	private static int above(int count) {
		double probability = Math.pow(0.5, count);
		double sum = probability;
		int above = 0;
		while (true) {
			probability = probability * (count - above) / (above + 1);
			sum += probability;
			if (sum > 0.025) {
				return above;
			}
			above++;
		}
	}

	/**
	 * Two that were measured one after the other.
	 *
	 * @param with with it
	 * @param without without it
	 */
	private record Pair(double with, double without) {
	}

}
