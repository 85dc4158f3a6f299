package io.perfstarter.sample.slow;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How a process is started; runs that need the same share it.
 */
record Launch(Settings settings, Threads threads, Collector collector, Jdk jdk) {

	/** As each process was once, on the JDK of the tests. */
	static Launch of(Settings settings) {
		return new Launch(settings, Threads.PLATFORM, Collector.SERIAL, Jdk.given().get(0));
	}

	static Launch of(Fault fault, Condition condition) {
		return new Launch(fault.settings(), condition.threads(), condition.collector(), condition.jdk());
	}

	/** The command without the main class. */
	List<String> command(int heap) {
		return List.of(this.jdk.java().toString(), "-Xmx%dm".formatted(heap), this.collector.option(),
				// Each process compiles alike on any machine.
				"-XX:TieredStopAtLevel=1");
	}

	List<String> arguments() {
		List<String> arguments = new ArrayList<>(this.settings.arguments());
		if (this.threads == Threads.VIRTUAL) {
			arguments.add("--spring.threads.virtual.enabled=true");
		}
		return arguments;
	}

	/** As the name of a directory. */
	@Override
	public String toString() {
		return "%s-%s-%s-%d".formatted(this.settings, this.threads, this.collector, this.jdk.feature())
			.toLowerCase(Locale.ROOT);
	}

}
