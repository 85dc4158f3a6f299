package io.perfstarter.reporting.machine;

import java.nio.file.Path;

/**
 * Writes which collector this JVM has, and how many pauses it saw after one was asked
 * for.
 */
final class CollectorMain {

	private CollectorMain() {
	}

	public static void main(String[] args) {
		JvmFacts facts = JvmFacts.read(Path.of("/"));
		Collector collector = Collector.ofThisJvm();
		long before = collector.pauses();
		System.gc();
		System.out
			.println(collector.name() + " " + facts.collectorSet() + " " + (collector.pauses() > before) + " " + facts);
	}

}
