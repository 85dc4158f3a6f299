package io.perfstarter.reporting.advice;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.perfstarter.reporting.window.GcWindow;

/**
 * Advises on the maximum heap size if the JVM is paused for long: a multiple of the live
 * set, with room for what is allocated, within the memory limit of the container. Never
 * recommends a smaller heap.
 */
final class HeapAdvice {

	private static final String FORMULA = "live set x 3 with Serial, live set x 2 with others; "
			+ "live set + free heap x pauses / 10 %, at least twice the free heap; "
			+ "heap + metaspace + stacks + direct + code within the container limit";

	private static final String SOURCE = "measured: pause time by heap / live set";

	private static final Duration ENOUGH_TIME = Duration.ofSeconds(60);

	private static final int ENOUGH_COLLECTIONS = 2;

	private final HeapFacts heap;

	private final GcWindow gc;

	private final List<String> inputs = new ArrayList<>();

	private HeapAdvice(HeapFacts heap) {
		this.heap = heap;
		this.gc = heap.gc();
	}

	static Advice of(HeapFacts heap, Duration uptime) {
		return new HeapAdvice(heap).compute(uptime);
	}

	private Advice compute(Duration uptime) {
		this.inputs.add("collector " + this.gc.collector());
		if (uptime.compareTo(ENOUGH_TIME) < 0 || this.heap.oldCollections() < ENOUGH_COLLECTIONS
				|| this.gc.live() <= 0) {
			return advice("", "The live set is known after 60 s and two collections of the old generation.");
		}
		this.inputs.add("live set " + HeapFacts.megabytes(this.gc.live()));
		this.inputs.add("pauses " + Math.round(100 * this.heap.paused()) + " %");
		this.inputs.add("metaspace, stacks, direct and code " + HeapFacts.megabytes(this.heap.others()));
		if (this.heap.limit() > 0) {
			this.inputs.add("container limit " + HeapFacts.megabytes(this.heap.limit()));
		}
		boolean paused = this.heap.paused() >= GcWindow.LONG;
		long needed = paused ? this.gc.neededHeap(this.heap.paused()) : -1;
		if (needed < 0) {
			return advice(xmx(this.gc.maxHeap()),
					(paused ? "A larger heap does not shorten the pauses by half."
							: "It is large enough: the pauses are short.")
							+ (exceedsLimit(this.gc.maxHeap())
									? " With the other memory of the process it may exceed the container limit." : ""));
		}
		if (exceedsLimit(needed)) {
			return advice("",
					"The heap needs " + HeapFacts.megabytes(needed)
							+ ", which with the other memory of the process exceeds the "
							+ "container limit: raise the limit first.");
		}
		return advice(xmx(needed), "The live set and what is allocated leave the collector too little free heap.");
	}

	private boolean exceedsLimit(long max) {
		return this.heap.limit() > 0 && max + this.heap.others() > this.heap.limit();
	}

	private static String xmx(long bytes) {
		return "-Xmx" + HeapFacts.toMegabytes(bytes) + "m";
	}

	private Advice advice(String recommended, String reason) {
		return new Advice("heap", xmx(this.gc.maxHeap()), recommended, FORMULA, this.inputs, SOURCE, Confidence.MEDIUM,
				reason);
	}

}
