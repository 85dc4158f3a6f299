package io.perfstarter.reporting.advice;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.perfstarter.reporting.window.GcWindow;

/**
 * Advises on the maximum heap size: a multiple of the live set, within the memory limit
 * of the container. Never recommends a smaller heap.
 */
final class HeapAdvice {

	private static final String FORMULA = "live set x " + GcWindow.heapFactor("Serial") + " with Serial, live set x "
			+ GcWindow.heapFactor("G1") + " with others; "
			+ "heap + metaspace + stacks + direct + code within the container limit";

	private static final String SOURCE = "measured: pause time by heap / live set";

	private static final Duration ENOUGH_TIME = Duration.ofSeconds(60);

	private static final int ENOUGH_COLLECTIONS = 2;

	private final HeapFacts heap;

	private final List<String> inputs = new ArrayList<>();

	private HeapAdvice(HeapFacts heap) {
		this.heap = heap;
	}

	static Advice of(HeapFacts heap, Duration uptime) {
		return new HeapAdvice(heap).compute(uptime);
	}

	private Advice compute(Duration uptime) {
		this.inputs.add("collector " + this.heap.collector());
		if (uptime.compareTo(ENOUGH_TIME) < 0 || this.heap.oldCollections() < ENOUGH_COLLECTIONS
				|| this.heap.live() <= 0) {
			return advice("", "The live set is known after 60 s and two collections of the old generation.");
		}
		this.inputs.add("live set " + HeapFacts.megabytes(this.heap.live()));
		this.inputs.add("metaspace, stacks, direct and code " + HeapFacts.megabytes(this.heap.others()));
		if (this.heap.limit() > 0) {
			this.inputs.add("container limit " + HeapFacts.megabytes(this.heap.limit()));
		}
		long needed = this.heap.live() * GcWindow.heapFactor(this.heap.collector());
		if (needed <= this.heap.max()) {
			return advice(xmx(this.heap.max()), "It is large enough for the live set." + (exceedsLimit(this.heap.max())
					? " With the other memory of the process it may exceed the container limit." : ""));
		}
		if (exceedsLimit(needed)) {
			return advice("",
					"The heap needs " + HeapFacts.megabytes(needed)
							+ ", which with the other memory of the process exceeds the "
							+ "container limit: raise the limit first.");
		}
		return advice(xmx(needed), "The live set leaves the collector too little free heap.");
	}

	private boolean exceedsLimit(long max) {
		return this.heap.limit() > 0 && max + this.heap.others() > this.heap.limit();
	}

	private static String xmx(long bytes) {
		return "-Xmx" + HeapFacts.toMegabytes(bytes) + "m";
	}

	private Advice advice(String recommended, String reason) {
		return new Advice("heap", xmx(this.heap.max()), recommended, FORMULA, this.inputs, SOURCE, Confidence.MEDIUM,
				reason);
	}

}
