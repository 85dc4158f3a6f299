package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.MachineWindow;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Names {@link Cause#GC_HEAP_TOO_SMALL}: the maximum heap is too small for the live set.
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
	 * Step size of the advised heap, in megabytes.
	 */
	static final long STEP = 16;

	private static final double MEGABYTE = 1024 * 1024;

	@Override
	public @Nullable Verdict judge(Diagnosis judged) {
		MachineWindow machine = judged.machine();
		int factor = machine.gc().collector().equals("Serial") ? SERIAL : OTHERS;
		if (machine.gc().live() <= 0 || machine.gc().maxHeap() <= 0
				|| machine.gc().maxHeap() >= factor * machine.gc().live()) {
			return null;
		}
		return judged.verdict(Cause.GC_HEAP_TOO_SMALL, "", judged.share(TimeComponent.JVM_PAUSE),
				GcAllocationRule.stops(judged) + " The maximum heap is %s times the live set."
					.formatted(Figures.count((double) machine.gc().maxHeap() / machine.gc().live())),
				"Set -Xmx%sm, %s times the live set, which the %s collector needs."
					.formatted(heap(factor * machine.gc().live()), factor, machine.gc().collector()));
	}

	/**
	 * Converts bytes to megabytes, rounded up to full steps.
	 */
	private static long heap(long bytes) {
		return STEP * (long) Math.ceil(bytes / MEGABYTE / STEP);
	}

}
