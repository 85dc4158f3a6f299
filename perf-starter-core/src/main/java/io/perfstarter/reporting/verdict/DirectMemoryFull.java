package io.perfstarter.reporting.verdict;

import io.perfstarter.reporting.window.Part;
import org.jspecify.annotations.Nullable;

/**
 * The collector stops the JVM because the JDK asks it to free direct buffers, for which
 * there is no memory left.
 */
final class DirectMemoryFull implements Rule {

	/**
	 * From which share on the memory of direct buffers was used up: the JDK asks when the
	 * next buffer does not fit, so that it is seldom seen full.
	 */
	static final double USED = 0.5;

	@Override
	public @Nullable Verdict judge(Case judged) {
		double direct = judged.machine().direct();
		if (!CollectorReason.isCall(judged) || !(direct >= USED)) {
			return null;
		}
		return judged.verdict(Cause.GC_DIRECT_MEMORY, "", judged.share(Part.STOP_THE_WORLD),
				"%s The collector's own reason is '%s', and direct buffers had up to %s of what they may have."
					.formatted(Allocation.stops(judged), CollectorReason.reason(judged), Figures.percent(direct)),
				"Use direct buffers again instead of allocating them for each use, or raise -XX:MaxDirectMemorySize.");
	}

}
