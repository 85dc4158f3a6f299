package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Names {@link Cause#GC_DIRECT_MEMORY}: the JDK requests collections to free direct
 * buffers.
 */
final class GcDirectMemoryRule implements Rule {

	/**
	 * Minimum share of the direct memory limit in use. The JDK requests a collection when
	 * the next buffer does not fit, so memory is seldom seen full.
	 */
	static final double USED = 0.5;

	@Override
	public @Nullable Verdict judge(Diagnosis judged) {
		double direct = judged.machine().direct();
		if (!CollectorReason.isCall(judged) || !(direct >= USED)) {
			return null;
		}
		return judged.verdict(Cause.GC_DIRECT_MEMORY, "", judged.share(TimeComponent.JVM_PAUSE),
				"%s The GC cause is '%s', and direct buffers used up to %s of their limit."
					.formatted(GcAllocationRule.stops(judged), CollectorReason.reason(judged), Figures.percent(direct)),
				"Reuse direct buffers, or raise -XX:MaxDirectMemorySize.");
	}

}
