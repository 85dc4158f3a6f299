package io.perfstarter.reporting.advice;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How large the heap should be able to become: a multiple of what lives in it, and within
 * what the container allows. It is never made smaller.
 */
final class HeapAdvice {

	private static final String FORMULA = "live x 3 with Serial, live x 2 with others; "
			+ "heap + metaspace + stacks + direct + code within the container's limit";

	private static final String SOURCE = "measured: stopped time over heap / live, see the documentation";

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
			return advice("", "What lives in the heap is known after 60 s and two collections of the old generation.");
		}
		this.inputs.add("live " + Figures.megabytes(this.heap.live()));
		this.inputs.add("metaspace, stacks, direct and code " + Figures.megabytes(this.heap.others()));
		if (this.heap.limit() > 0) {
			this.inputs.add("container limit " + Figures.megabytes(this.heap.limit()));
		}
		long needed = this.heap.live() * ("Serial".equals(this.heap.collector()) ? 3 : 2);
		if (needed <= this.heap.max()) {
			return advice(xmx(this.heap.max()), "It is large enough for what lives in it."
					+ (exceedsLimit(this.heap.max()) ? " With all else it may exceed the container's limit." : ""));
		}
		if (exceedsLimit(needed)) {
			return advice("", "It would need " + Figures.megabytes(needed) + ", and with all else that exceeds the "
					+ "container's limit: raise the limit first.");
		}
		return advice(xmx(needed), "What lives in it leaves the collector too little room.");
	}

	private boolean exceedsLimit(long max) {
		return this.heap.limit() > 0 && max + this.heap.others() > this.heap.limit();
	}

	private static String xmx(long bytes) {
		return "-Xmx" + Figures.toMegabytes(bytes) + "m";
	}

	private Advice advice(String recommended, String reason) {
		return new Advice(Knob.HEAP, "", xmx(this.heap.max()), recommended, FORMULA, this.inputs, SOURCE,
				Confidence.MEDIUM, reason);
	}

}
