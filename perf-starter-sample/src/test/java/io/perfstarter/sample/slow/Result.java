package io.perfstarter.sample.slow;

import java.util.Collections;
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

	private static final int ENOUGH = 2;

	/**
	 * Sums up the periods of a fault: where one period is wrong, the others must be
	 * right.
	 */
	static Result of(Fault fault, List<JudgedPeriod> periods) {
		List<Result> results = periods.stream().map(fault::judge).toList();
		if (fault.isHealthy()) {
			return results.isEmpty() ? VAGUE : Collections.max(results);
		}
		if (Collections.frequency(results, RIGHT) >= ENOUGH) {
			return RIGHT;
		}
		return results.contains(WRONG) ? WRONG : VAGUE;
	}

}
