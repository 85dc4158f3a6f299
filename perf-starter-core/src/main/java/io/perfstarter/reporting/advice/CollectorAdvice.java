package io.perfstarter.reporting.advice;

import java.util.List;
import java.util.Optional;

/**
 * Advises on the garbage collector if the JVM selected the Serial collector because it
 * detected few processors or little memory.
 */
final class CollectorAdvice {

	private static final int SERVER_PROCESSORS = 2;

	private static final long SERVER_MEMORY = 1792L * 1024 * 1024;

	private CollectorAdvice() {
	}

	static Optional<Advice> of(HeapFacts heap) {
		boolean small = heap.processors() < SERVER_PROCESSORS || heap.memory() < SERVER_MEMORY;
		if (!"Serial".equals(heap.gc().collector()) || !heap.ergonomic() || !small) {
			return Optional.empty();
		}
		return Optional.of(new Advice("garbage collector", "-XX:+UseSerialGC", "-XX:+UseG1GC",
				"G1 from 2 processors and 1792 MB",
				List.of(heap.processors() + " processors", HeapFacts.megabytes(heap.memory())),
				"HotSpot, detection of server-class machines", Confidence.LOW,
				"The JVM selected Serial because the machine is small. G1 has shorter pauses and needs more memory and "
						+ "processor time; with 2 processors and 1792 MB the JVM selects it by default."));
	}

}
