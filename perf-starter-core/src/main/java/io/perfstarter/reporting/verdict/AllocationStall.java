package io.perfstarter.reporting.verdict;

import java.util.List;

import io.perfstarter.reporting.window.Part;
import org.jspecify.annotations.Nullable;

/**
 * Threads wait for memory without any pause, as the collectors let them that work beside
 * the application. The ledger sees them blocked.
 */
final class AllocationStall implements Rule {

	/**
	 * From which share of the period on threads wait for memory too long; that of stops
	 * (JMC's warning), for want of another.
	 */
	static final double STALLED = 0.1;

	private static final List<Rule> COLLECTOR = List.of(new HeapTooSmall(), new Allocation());

	@Override
	public @Nullable Verdict judge(Case judged) {
		if (judged.stalled() < STALLED) {
			return null;
		}
		Case stops = judged.counting(Part.BLOCKED, Part.STOP_THE_WORLD);
		return Rule.first(COLLECTOR, stops);
	}

}
