package io.perfstarter.reporting.machine;

/**
 * Writes which collector this JVM has, and how many pauses it saw after one was asked
 * for.
 */
final class CollectorMain {

	private CollectorMain() {
	}

	public static void main(String[] args) {
		Collector collector = Collector.ofThisJvm();
		long before = collector.pauses();
		System.gc();
		System.out.println(collector.name() + " " + (collector.pauses() > before));
	}

}
