package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.GcWindow;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Names {@link Cause#GC_HEAP_GROWS}: the maximum heap is too small for the live set, but
 * the live set keeps growing, so a larger heap would only be full later.
 */
final class GcHeapGrowsRule implements Rule {

	/**
	 * Minimum growth, as a share of the maximum heap. The caches of a service that has
	 * just started grow, too.
	 */
	static final double GROWN = 0.2;

	private final Rule tooSmall = new GcHeapTooSmallRule();

	@Override
	public @Nullable Verdict judge(Diagnosis judged) {
		GcWindow gc = judged.machine().gc();
		if (gc.grown() < GROWN * gc.maxHeap() || this.tooSmall.judge(judged) == null) {
			return null;
		}
		return judged.verdict(Cause.GC_HEAP_GROWS, "", judged.share(TimeComponent.JVM_PAUSE),
				GcAllocationRule.stops(judged)
						+ " The live set has grown by %s and keeps growing.".formatted(Figures.bytes(gc.grown())),
				"Find what is kept: compare two class histograms, minutes apart (jcmd <pid> GC.class_histogram), or take a heap dump. Bound caches, queues and maps. A larger heap only delays this.");
	}

}
