package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.GcWindow;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Names {@link Cause#GC_HEAP_TOO_SMALL}: the maximum heap is too small for the live set;
 * or {@link Cause#GC_HEAP_GROWS} if the live set keeps growing, so that a larger heap
 * would only be full later.
 */
final class GcHeapTooSmallRule implements Rule {

	/**
	 * Ratio of heap to live set that the Serial collector needs, from measurements of
	 * pause time by heap size.
	 */
	static final int SERIAL = 3;

	/**
	 * Ratio of heap to live set that other collectors need, from measurements of pause
	 * time by heap size.
	 */
	static final int OTHERS = 2;

	/**
	 * Minimum growth, as a share of the maximum heap. The caches of a service that has
	 * just started grow, too.
	 */
	static final double GROWN = 0.2;

	/**
	 * Step size of the advised heap, in megabytes.
	 */
	static final long STEP = 16;

	private static final double MEGABYTE = 1024 * 1024;

	@Override
	public @Nullable Verdict judge(Diagnosis judged) {
		GcWindow gc = judged.machine().gc();
		int factor = gc.collector().equals("Serial") ? SERIAL : OTHERS;
		if (gc.live() <= 0 || gc.maxHeap() <= 0 || gc.maxHeap() >= factor * gc.live()) {
			return null;
		}
		String stops = GcAllocationRule.stops(judged);
		double share = judged.share(TimeComponent.JVM_PAUSE);
		if (gc.grown() >= GROWN * gc.maxHeap()) {
			return judged.verdict(Cause.GC_HEAP_GROWS, "", share,
					stops + " The live set has grown by %s and keeps growing.".formatted(Figures.bytes(gc.grown())),
					"Find what is kept: compare two class histograms, minutes apart (jcmd <pid> GC.class_histogram), or take a heap dump. Bound caches, queues and maps. A larger heap only delays this.");
		}
		return judged.verdict(Cause.GC_HEAP_TOO_SMALL, "", share,
				stops + " The maximum heap is %s times the live set."
					.formatted(Figures.count((double) gc.maxHeap() / gc.live())),
				"Set -Xmx%sm, %s times the live set, which the %s collector needs.".formatted(heap(factor * gc.live()),
						factor, gc.collector()));
	}

	/**
	 * Converts bytes to megabytes, rounded up to full steps.
	 */
	private static long heap(long bytes) {
		return STEP * (long) Math.ceil(bytes / MEGABYTE / STEP);
	}

}
