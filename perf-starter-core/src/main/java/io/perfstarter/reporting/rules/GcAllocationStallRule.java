package io.perfstarter.reporting.rules;

import java.util.List;

import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Names a garbage collection cause when threads wait for memory outside of pauses, as
 * with concurrent collectors. The time breakdown shows this time as blocked.
 */
final class GcAllocationStallRule implements Rule {

	/**
	 * Minimum share of the period in allocation stalls, the same as for pauses.
	 */
	static final double STALLED = 0.1;

	private static final List<Rule> COLLECTOR = List.of(new GcHeapTooSmallRule(), new GcAllocationRule());

	@Override
	public @Nullable Verdict judge(Diagnosis judged) {
		if (judged.stalled() < STALLED) {
			return null;
		}
		Diagnosis stops = judged.counting(TimeComponent.BLOCKED, TimeComponent.JVM_PAUSE);
		return Rule.first(COLLECTOR, stops);
	}

}
