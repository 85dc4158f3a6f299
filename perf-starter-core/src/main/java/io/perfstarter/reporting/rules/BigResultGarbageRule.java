package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Names {@link Cause#BIG_RESULT} when the garbage of a large result causes the pauses,
 * which are garbage collections. A larger heap would only hold a larger result.
 */
final class BigResultGarbageRule implements Rule {

	@Override
	public @Nullable Verdict judge(Diagnosis judged) {
		if (judged.slowFigures().costliest().isEmpty()
				|| judged.each(judged.slowFigures().rows()) < BigResultRule.MANY_ROWS) {
			return null;
		}
		return BigResultRule.verdict(judged, judged.share(TimeComponent.JVM_PAUSE), GcAllocationRule.stops(judged));
	}

}
