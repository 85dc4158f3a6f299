package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.CpuWindow;
import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.TimeComponent;

/**
 * Names {@link Cause#CPU_SATURATED_BY_SELF} or {@link Cause#CPU_STARVED_BY_OTHERS}:
 * threads wait for a processor, and this process uses all of them, or it does not. Always
 * matches.
 */
final class ProcessorsRule implements Rule {

	/**
	 * Minimum share of the available processors that this process uses.
	 */
	static final double SATURATED = 0.7;

	/**
	 * Minimum share of throttled scheduler periods for the CPU quota to be the reason.
	 */
	static final double THROTTLED = 0.01;

	@Override
	public Verdict judge(Diagnosis judged) {
		CpuWindow cpu = judged.machine().cpu();
		double share = judged.share(TimeComponent.CPU_WAIT);
		String evidence = "Threads wait for a processor for %s of the time; this process uses %s of %s processors"
			.formatted(Figures.percent(share), Figures.count(cpu.process()), Figures.count(cpu.processors()));
		// With less than one processor, a single thread can use all of it. The cause is
		// then the small quota. A comparison with an unknown figure is false.
		if (cpu.process() >= SATURATED * cpu.processors() && cpu.processors() >= 1) {
			return judged.verdict(Cause.CPU_SATURATED_BY_SELF, "", share, evidence + ".",
					"Run fewer computing threads at once, or add processors; start with the CPU time of %s."
						.formatted(AppCpuRule.route(judged)));
		}
		return judged.verdict(Cause.CPU_STARVED_BY_OTHERS, "", share,
				evidence + ", all processes use %s of %s; CPU pressure %s, throttled %s.".formatted(
						Figures.count(cpu.machine()), cpu.machineProcessors(), Figures.percent(cpu.pressure()),
						Figures.percent(cpu.throttled())),
				(cpu.throttled() > THROTTLED) ? "Raise the CPU limit of the container."
						: "Move the other processes to another machine, or reserve processors for this process.");
	}

}
