package io.perfstarter.sample.slow;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Under what a fault is run.
 *
 * @param threads what runs requests
 * @param machine what else goes on on the machine
 * @param collector the garbage collector
 * @param jdk the JDK
 */
record Condition(Threads threads, Machine machine, Collector collector, Jdk jdk) {

	/** All that can occur with the given JDKs. */
	static List<Condition> all(List<Jdk> jdks) {
		List<Condition> all = new ArrayList<>();
		for (Threads threads : Threads.values()) {
			for (Machine machine : Machine.values()) {
				for (Collector collector : Collector.values()) {
					for (Jdk jdk : jdks) {
						if (jdk.canRun(threads)) {
							all.add(new Condition(threads, machine, collector, jdk));
						}
					}
				}
			}
		}
		return all;
	}

	/** Each two of its four values. */
	List<Pair> pairs() {
		List<Enum<?>> values = List.of(this.threads, this.machine, this.collector);
		List<Pair> pairs = new ArrayList<>();
		for (int i = 0; i < values.size(); i++) {
			pairs.add(new Pair(values.get(i), this.jdk));
			for (int j = i + 1; j < values.size(); j++) {
				pairs.add(new Pair(values.get(i), values.get(j)));
			}
		}
		return pairs;
	}

	/** As a cell of the table. */
	@Override
	public String toString() {
		return "%s, %s, %s, %s".formatted(this.threads, this.machine, this.collector, this.jdk)
			.toLowerCase(Locale.ROOT);
	}

	/**
	 * Two values that occur together.
	 */
	record Pair(Object first, Object second) {

	}

}
