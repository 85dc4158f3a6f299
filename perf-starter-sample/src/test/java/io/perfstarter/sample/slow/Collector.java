package io.perfstarter.sample.slow;

/**
 * The garbage collector of a process.
 */
enum Collector {

	SERIAL("Serial"), PARALLEL("Parallel"), G1("G1"), Z("Z");

	private final String name;

	Collector(String name) {
		this.name = name;
	}

	String option() {
		return "-XX:+Use" + this.name + "GC";
	}

}
