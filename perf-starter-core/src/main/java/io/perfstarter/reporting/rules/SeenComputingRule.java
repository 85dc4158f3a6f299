package io.perfstarter.reporting.rules;

import java.util.EnumSet;
import java.util.Set;

import io.perfstarter.reporting.window.Activity;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Names the cause of time in which threads without a CPU clock, such as virtual ones,
 * were seen to compute: their own work, or the lack of processors if the process waits
 * for these as well.
 */
final class SeenComputingRule implements Rule {

	static final Set<Activity> COMPUTING = EnumSet.of(Activity.COMPUTING);

	@Override
	public @Nullable Verdict judge(Diagnosis judged) {
		if (judged.breakdown().measured(TimeComponent.CPU)
				|| !SeenRule.explains(judged.slowFigures().samples().count(COMPUTING), judged)) {
			return null;
		}
		return HiddenCpuWaitRule.processWaits(judged)
				? new ProcessorsRule().judge(judged.counting(TimeComponent.BLOCKED, TimeComponent.CPU_WAIT))
				: new AppCpuRule().judge(judged.counting(TimeComponent.BLOCKED, TimeComponent.CPU));
	}

}
