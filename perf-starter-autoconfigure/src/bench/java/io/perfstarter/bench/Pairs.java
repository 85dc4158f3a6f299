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

	private double median(ToDoubleFunction<Pair> figure) {
		return Latencies.median(this.pairs.stream().mapToDouble(figure).toArray());
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
