package io.perfstarter.reporting.verdict;

import io.perfstarter.reporting.window.MachineWindow;
import io.perfstarter.reporting.window.Part;

/**
 * The collector has room, or nobody knows whether it has, and still cannot keep up.
 */
final class Allocation implements Rule {

	@Override
	public Verdict judge(Case judged) {
		long allocated = judged.requests().slowAllocated();
		String each = (allocated > 0) ? Figures.bytes(Math.round(judged.each(allocated))) : Figures.bytes(-1);
		String known = (judged.machine().live() > 0) ? "" : " What lives in the heap is not known yet.";
		return judged.verdict(Cause.GC_ALLOCATION, "", judged.share(Part.STOP_THE_WORLD),
				stops(judged) + known + " A slow request allocates %s.".formatted(each),
				"Allocate less: look at what %s creates with a recording of allocations; do not raise -Xmx again."
					.formatted(AppCpu.route(judged)));
	}

	/**
	 * What the collector did, as a sentence.
	 */
	static String stops(Case judged) {
		MachineWindow machine = judged.machine();
		String stops = (judged.stalled() <= judged.stopped())
				? "The JVM stood still for %s of the time, for up to %s".formatted(Figures.percent(judged.stopped()),
						Figures.time(machine.longestPause()))
				: "Threads waited for memory for %s of the time".formatted(Figures.percent(judged.stalled()));
		return "%s; collector %s, heap %s, of it live %s.".formatted(stops, machine.collector(),
				Figures.bytes(machine.maxHeap()), Figures.bytes(machine.live()));
	}

}
