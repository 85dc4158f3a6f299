package io.perfstarter.reporting.verdict;

import io.perfstarter.reporting.window.MachineWindow;
import io.perfstarter.reporting.window.Part;
import org.jspecify.annotations.Nullable;

/**
 * The JVM stood still, and its collector worked for less than half of that. Only the
 * JVM's own counter can tell.
 */
final class NonGcSafepoint implements Rule {

	/**
	 * From this share of the stops on they are the collector's; research 3.3.
	 */
	static final double COLLECTOR = 0.5;

	@Override
	public @Nullable Verdict judge(Case judged) {
		MachineWindow machine = judged.machine();
		if (!machine.exact() || machine.collecting() < 0 || machine.stopped() <= Math.max(0, machine.stalled())
				|| machine.collecting() >= COLLECTOR * machine.stopped()) {
			return null;
		}
		return judged.verdict(Cause.NON_GC_SAFEPOINT, "", judged.share(Part.STOP_THE_WORLD),
				"The JVM stood still for %s of the time, and only for %s of that to collect garbage.".formatted(
						Figures.percent(judged.stopped()),
						Figures.percent((double) machine.collecting() / machine.stopped())),
				"Find out who asks for heap dumps, thread dumps or class redefinition; -Xlog:safepoint names the operation.");
	}

}
