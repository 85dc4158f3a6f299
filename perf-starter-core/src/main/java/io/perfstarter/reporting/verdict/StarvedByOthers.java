package io.perfstarter.reporting.verdict;

import io.perfstarter.reporting.window.MachineWindow;
import io.perfstarter.reporting.window.Part;

/**
 * Threads wait for a processor, and it is not this process that uses them.
 */
final class StarvedByOthers implements Rule {

	/**
	 * From which share of its periods on a quota is what holds the process back; research
	 * 3.4, rule 17.
	 */
	static final double THROTTLED = 0.01;

	@Override
	public Verdict judge(Case judged) {
		MachineWindow machine = judged.machine();
		return judged.verdict(Cause.CPU_STARVED_BY_OTHERS, "", judged.share(Part.RUN_QUEUE),
				"Threads wait for a processor for %s of the time; the process uses %s of %s, all together %s of %s; pressure %s, throttled %s."
					.formatted(Figures.percent(judged.share(Part.RUN_QUEUE)), Figures.number(machine.processCpu()),
							Figures.number(machine.processors()), Figures.number(machine.machineCpu()),
							machine.machineProcessors(), Figures.percent(machine.pressure()),
							Figures.percent(machine.throttled())),
				(machine.throttled() > THROTTLED) ? "Raise the quota of the process (the container's CPU limit)."
						: "Move the neighbour that uses the processors, or reserve some for this process.");
	}

}
