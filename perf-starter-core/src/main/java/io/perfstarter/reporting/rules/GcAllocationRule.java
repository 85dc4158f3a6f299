package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.MachineWindow;
import io.perfstarter.reporting.window.TimeComponent;

/**
 * Names {@link Cause#GC_ALLOCATION}: garbage collection takes too long although the heap
 * has room, or the live set is unknown.
 */
final class GcAllocationRule implements Rule {

	@Override
	public Verdict judge(Diagnosis judged) {
		long allocated = judged.slowFigures().allocated();
		String each = (allocated > 0) ? Figures.bytes(Math.round(judged.each(allocated))) : Figures.bytes(-1);
		String known = (judged.machine().gc().live() > 0) ? "" : " The live set is not known yet.";
		return judged.verdict(Cause.GC_ALLOCATION, "", judged.share(TimeComponent.JVM_PAUSE),
				stops(judged) + known + " A slow request allocates %s.".formatted(each),
				"Reduce allocation: record the allocations of %s with JFR; do not raise -Xmx."
					.formatted(AppCpuRule.route(judged)));
	}

	/**
	 * Describes the pauses in a sentence.
	 */
	static String stops(Diagnosis judged) {
		MachineWindow machine = judged.machine();
		String stops = (judged.stalled() <= judged.stopped())
				? "The JVM was paused for %s of the time, for up to %s at once"
					.formatted(Figures.percent(judged.stopped()), Figures.time(machine.gc().longestPause()))
				: "Threads waited for memory for %s of the time".formatted(Figures.percent(judged.stalled()));
		return "%s; collector %s, maximum heap %s, live set %s.".formatted(stops, machine.gc().collector(),
				Figures.bytes(machine.gc().maxHeap()), Figures.bytes(machine.gc().live()));
	}

}
