package io.perfstarter.reporting.rules;

import java.util.EnumSet;
import java.util.Set;

import io.perfstarter.reporting.window.Activity;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Names a CPU cause for blocked time that is CPU wait. CPU wait is measured only for the
 * whole process; a request thread is assumed to wait as long as the others relative to
 * its CPU time. The rule therefore does not match requests whose CPU time is unknown.
 */
final class HiddenCpuWaitRule implements Rule {

	/**
	 * Minimum ratio of CPU wait to CPU time of the process.
	 */
	static final double WAITS = 0.3;

	/**
	 * Maximum ratio of the blocked time of requests to their estimated CPU wait. A longer
	 * time has another reason.
	 */
	static final double MARGIN = 2;

	private static final Set<Activity> RESTING = EnumSet.complementOf(EnumSet.of(Activity.COMPUTING));

	@Override
	public @Nullable Verdict judge(Diagnosis judged) {
		boolean scarce = processWaits(judged) && judged.breakdown().nanos(TimeComponent.CPU) * waits(judged)
				* MARGIN >= judged.breakdown().nanos(TimeComponent.BLOCKED);
		if (!scarce || judged.breakdown().measured(TimeComponent.CPU_WAIT)
				|| !judged.breakdown().measured(TimeComponent.CPU) || wasSeenToRest(judged)) {
			return null;
		}
		return new ProcessorsRule().judge(judged.counting(TimeComponent.BLOCKED, TimeComponent.CPU_WAIT));
	}

	/**
	 * Returns whether the threads of the process wait for processors.
	 */
	static boolean processWaits(Diagnosis judged) {
		// A comparison with NaN is false.
		return waits(judged) >= WAITS;
	}

	private static double waits(Diagnosis judged) {
		return judged.machine().cpu().ready() / judged.machine().cpu().process();
	}

	private static boolean wasSeenToRest(Diagnosis judged) {
		return SeenRule.explains(judged.slowFigures().samples().count(RESTING), judged);
	}

}
