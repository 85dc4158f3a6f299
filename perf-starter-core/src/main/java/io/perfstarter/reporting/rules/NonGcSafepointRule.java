package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.MachineWindow;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Names {@link Cause#PAUSE_REQUESTED}: less than half of the pause time is garbage
 * collection. Requires the pause counter of the JVM.
 */
final class NonGcSafepointRule implements Rule {

	/**
	 * Minimum share of the pause time in garbage collection for the collector to be the
	 * reason.
	 */
	static final double COLLECTOR = 0.5;

	@Override
	public @Nullable Verdict judge(Diagnosis judged) {
		MachineWindow machine = judged.machine();
		if (!machine.exact() || machine.gc().collecting() < 0
				|| machine.stopped() <= Math.max(0, machine.gc().stalled())
				|| machine.gc().collecting() >= COLLECTOR * machine.stopped()) {
			return null;
		}
		return judged.verdict(Cause.PAUSE_REQUESTED, "", judged.share(TimeComponent.JVM_PAUSE),
				"The JVM was paused for %s of the time; garbage collection was only %s of the pauses.".formatted(
						Figures.percent(judged.stopped()),
						Figures.percent((double) machine.gc().collecting() / machine.stopped())),
				"Find the tool that requests heap dumps, thread dumps or class redefinition; -Xlog:safepoint names the operation.");
	}

}
