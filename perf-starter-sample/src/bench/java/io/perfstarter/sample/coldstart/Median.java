package io.perfstarter.sample.coldstart;

import java.util.List;

/**
 * The middle of several figures.
 */
final class Median {

	private Median() {
	}

	static double of(List<? extends Number> values) {
		return values.stream()
			.mapToDouble(Number::doubleValue)
			.sorted()
			.skip(values.size() / 2)
			.findFirst()
			.orElseThrow();
	}

}
