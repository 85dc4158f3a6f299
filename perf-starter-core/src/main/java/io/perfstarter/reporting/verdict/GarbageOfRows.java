package io.perfstarter.reporting.verdict;

import io.perfstarter.reporting.window.Part;
import org.jspecify.annotations.Nullable;

/**
 * The collector stops the JVM for the garbage of a result that is too big: more memory
 * would only carry a bigger one.
 */
final class GarbageOfRows implements Rule {

	@Override
	public @Nullable Verdict judge(Case judged) {
		boolean collects = new NonGcSafepoint().judge(judged) == null;
		if (!collects || judged.requests().costliest().isEmpty()
				|| judged.each(judged.requests().slowRows()) < BigResult.MANY_ROWS) {
			return null;
		}
		return BigResult.verdict(judged, judged.share(Part.STOP_THE_WORLD), Allocation.stops(judged));
	}

}
