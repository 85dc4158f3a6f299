package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.MachineWindow;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Names {@link Cause#CPU_SATURATED_BY_SELF}: threads wait for a processor, and this
 * process uses all of them.
 */
final class CpuSaturatedBySelfRule implements Rule {

	/**
	 * Minimum share of the available processors that this process uses.
	 */
	static final double SATURATED = 0.7;

	@Override
	public @Nullable Verdict judge(Diagnosis judged) {
		MachineWindow machine = judged.machine();
		boolean saturated = machine.cpu().process() >= SATURATED * machine.cpu().processors();
		// With less than one processor, a single thread can use all of it. The cause is
		// then the small quota.
		if (!saturated || machine.cpu().processors() < 1) {
			return null;
		}
		return judged.verdict(Cause.CPU_SATURATED_BY_SELF, "", judged.share(TimeComponent.CPU_WAIT),
				"Threads wait for a processor for %s of the time; this process uses %s of %s processors.".formatted(
						Figures.percent(judged.share(TimeComponent.CPU_WAIT)), Figures.count(machine.cpu().process()),
						Figures.count(machine.cpu().processors())),
				"Run fewer computing threads at once, or add processors; start with the CPU time of %s."
					.formatted(AppCpuRule.route(judged)));
	}

}
