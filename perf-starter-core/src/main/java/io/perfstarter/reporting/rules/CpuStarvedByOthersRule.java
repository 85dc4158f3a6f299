package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.MachineWindow;
import io.perfstarter.reporting.window.TimeComponent;

/**
 * Names {@link Cause#CPU_STARVED_BY_OTHERS}: threads wait for a processor that this
 * process does not use.
 */
final class CpuStarvedByOthersRule implements Rule {

	/**
	 * Minimum share of throttled scheduler periods for the CPU quota to be the reason.
	 */
	static final double THROTTLED = 0.01;

	@Override
	public Verdict judge(Diagnosis judged) {
		MachineWindow machine = judged.machine();
		return judged.verdict(Cause.CPU_STARVED_BY_OTHERS, "", judged.share(TimeComponent.CPU_WAIT),
				"Threads wait for a processor for %s of the time; this process uses %s of %s processors, all processes use %s of %s; CPU pressure %s, throttled %s."
					.formatted(Figures.percent(judged.share(TimeComponent.CPU_WAIT)),
							Figures.count(machine.cpu().process()), Figures.count(machine.cpu().processors()),
							Figures.count(machine.cpu().machine()), machine.cpu().machineProcessors(),
							Figures.percent(machine.cpu().pressure()), Figures.percent(machine.cpu().throttled())),
				(machine.cpu().throttled() > THROTTLED) ? "Raise the CPU limit of the container."
						: "Move the other processes to another machine, or reserve processors for this process.");
	}

}
