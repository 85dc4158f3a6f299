package io.perfstarter.reporting.verdict;

import java.util.List;

import io.perfstarter.reporting.window.Part;
import io.perfstarter.reporting.window.PoolWindow;
import org.jspecify.annotations.Nullable;

/**
 * Connections are lent for long because the JVM stands still meanwhile.
 */
final class StoppedLeases implements Rule {

	/**
	 * From which share of the leases on the stops are why they are long; research 3.3.
	 */
	static final double STOPPED = 0.3;

	private final List<Rule> stops;

	StoppedLeases(List<Rule> stops) {
		this.stops = stops;
	}

	@Override
	public @Nullable Verdict judge(Case judged) {
		PoolWindow pool = judged.pool();
		if (pool == null || pool.stopped() <= STOPPED * pool.leased()) {
			return null;
		}
		Case stopped = judged.counting(Part.POOL, Part.STOP_THE_WORLD);
		return Rule.first(this.stops, stopped);
	}

}
