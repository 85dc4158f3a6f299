package io.perfstarter.coherence.simulation;

import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * All randomness of one run, which its seed repeats.
 */
final class Chance {

	private final SplittableRandom random;

	Chance(long seed) {
		this.random = new SplittableRandom(seed);
	}

	RandomGenerator generator() {
		return this.random;
	}

	boolean in(double probability) {
		return this.random.nextDouble() < probability;
	}

	int number(int lowest, int highest) {
		return this.random.nextInt(lowest, highest + 1);
	}

	/**
	 * A time in nanoseconds.
	 * @param shortest the shortest in seconds
	 * @param longest the longest in seconds
	 */
	long seconds(double shortest, double longest) {
		return (long) (this.random.nextDouble(shortest, longest) * 1e9);
	}

	long interval(double mean) {
		return (long) (-Math.log(1 - this.random.nextDouble()) * mean * 1e9);
	}

	<T> T of(List<T> choices) {
		return choices.get(this.random.nextInt(choices.size()));
	}

}
