package io.perfstarter.reporting.verdict;

import io.perfstarter.reporting.window.MachineWindow;
import io.perfstarter.reporting.window.Part;
import org.jspecify.annotations.Nullable;

/**
 * The collector has too little room beside what lives in the heap.
 */
final class HeapTooSmall implements Rule {

	/**
	 * How many times what lives the serial collector needs; research 3.6, heap curve.
	 */
	static final int SERIAL = 3;

	/**
	 * How many times what lives other collectors need; research 3.6, heap curve.
	 */
	static final int OTHERS = 2;

	/**
	 * In which steps a heap is advised, in megabytes.
	 */
	static final long STEP = 16;

	private static final double MEGABYTE = 1024 * 1024;

	@Override
	public @Nullable Verdict judge(Case judged) {
		MachineWindow machine = judged.machine();
		int factor = machine.collector().equals("Serial") ? SERIAL : OTHERS;
		if (machine.live() <= 0 || machine.maxHeap() <= 0 || machine.maxHeap() >= factor * machine.live()) {
			return null;
		}
		return judged.verdict(Cause.GC_HEAP_TOO_SMALL, "", judged.share(Part.STOP_THE_WORLD),
				Allocation.stops(judged) + " The heap is %s times what lives in it."
					.formatted(Figures.number((double) machine.maxHeap() / machine.live())),
				"Set -Xmx%sm, %s times what lives; the %s collector needs that."
					.formatted(heap(factor * machine.live()), factor, machine.collector()));
	}

	/**
	 * Bytes in megabytes, in full steps.
	 */
	private static long heap(long bytes) {
		return STEP * (long) Math.ceil(bytes / MEGABYTE / STEP);
	}

}
