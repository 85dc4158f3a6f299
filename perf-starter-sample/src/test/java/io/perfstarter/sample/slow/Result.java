package io.perfstarter.sample.slow;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * How good it is what was said about a fault.
 */
enum Result {

	/**
	 * The main cause is one of those that are right, and what must be named is named.
	 */
	RIGHT,

	/**
	 * Nothing was said, or nothing certain, or not about what.
	 */
	VAGUE,

	/**
	 * Another cause was the main one, or one was named where nothing is wrong.
	 */
	WRONG;

	/** As many periods are looked at, and so many of them must be right. */
	static final int PERIODS = 3;

	/** As many periods are looked at where nothing is wrong, and all must be right. */
	static final int HEALTHY_PERIODS = Math.max(PERIODS,
			60 * Integer.getInteger("faults.healthy-minutes", 0) / Settings.PERIOD_SECONDS);

	private static final int ENOUGH = 2;

	/**
	 * Sums up the first periods of a fault: where one is wrong, the others must be right.
	 * Where nothing is wrong all periods must be right.
	 */
	static Result of(Fault fault, List<JudgedPeriod> periods) {
		if (fault.isHealthy()) {
			return periods.stream().map(fault::judge).max(Comparator.naturalOrder()).orElse(VAGUE);
		}
		List<Result> results = periods.stream().limit(PERIODS).map(fault::judge).toList();
		if (Collections.frequency(results, RIGHT) >= ENOUGH) {
			return RIGHT;
		}
		return results.contains(WRONG) ? WRONG : VAGUE;
	}

}
