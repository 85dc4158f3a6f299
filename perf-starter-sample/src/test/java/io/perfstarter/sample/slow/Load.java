package io.perfstarter.sample.slow;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Requests by a fixed schedule, in turn to each of some paths.
 *
 * @param perSecond how many there are in a second
 * @param burst how many are sent at once
 * @param atOnce the most that are not answered yet; what would be more is not sent
 * @param paths what is asked for; {@code {i}} is the number of the request
 */
record Load(double perSecond, int burst, int atOnce, List<String> paths) {

	static Load of(double perSecond, String... paths) {
		return new Load(perSecond, 1, 10, List.of(paths));
	}

	/** Paths to ask for in turn. */
	static List<String> turn(String path, int number) {
		return IntStream.range(0, number).mapToObj((i) -> path + i).toList();
	}

	/** Paths to ask for in random order, the same in each run. */
	static List<String> shuffled(String path, int number) {
		return new Random(1).ints(10L * number, 0, number).mapToObj((i) -> path + i).toList();
	}

	Load inBurstsOf(int burst) {
		return new Load(this.perSecond, burst, Math.max(burst, this.atOnce), this.paths);
	}

	Load atOnce(int atOnce) {
		return new Load(this.perSecond, this.burst, atOnce, this.paths);
	}

	/** From one burst to the next, in nanoseconds. */
	long period() {
		return (long) (this.burst * 1e9 / this.perSecond);
	}

	String path(int i) {
		return this.paths.get(i % this.paths.size()).replace("{i}", Integer.toString(i));
	}

}
