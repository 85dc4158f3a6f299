package io.perfstarter.reporting.verdict;

import io.perfstarter.reporting.window.MachineWindow;
import io.perfstarter.reporting.window.Part;
import org.jspecify.annotations.Nullable;

/**
 * Threads wait for a processor because this process uses them all.
 */
final class SaturatedBySelf implements Rule {

	/**
	 * From which share of its processors on the process uses them all; research 3.4, rule
	 * 16.
	 */
	static final double SATURATED = 0.7;

	@Override
	public @Nullable Verdict judge(Case judged) {
		MachineWindow machine = judged.machine();
		boolean saturated = machine.processCpu() >= SATURATED * machine.processors();
		// One thread alone exceeds less than a processor: then the quota is what is
		// small.
		if (!saturated || machine.processors() < 1) {
			return null;
		}
		return judged.verdict(Cause.CPU_SATURATED_BY_SELF, "", judged.share(Part.RUN_QUEUE),
				"Threads wait for a processor for %s of the time; the process itself uses %s of %s.".formatted(
						Figures.percent(judged.share(Part.RUN_QUEUE)), Figures.number(machine.processCpu()),
						Figures.number(machine.processors())),
				"Let fewer threads compute at once, or give it more processors; begin with what %s computes."
					.formatted(AppCpu.route(judged)));
	}

}
