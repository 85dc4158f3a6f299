package io.perfstarter.reporting.rules;

import java.util.List;

import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Names a pause as the cause when connections are borrowed for long because the JVM is
 * paused meanwhile.
 */
final class PausedConnectionsRule implements Rule {

	/**
	 * Minimum share of the borrowed time in pauses.
	 */
	static final double STOPPED = 0.3;

	private final List<Rule> stops;

	PausedConnectionsRule(List<Rule> stops) {
		this.stops = stops;
	}

	@Override
	public @Nullable Verdict judge(Diagnosis judged) {
		PoolWindow pool = judged.pool();
		if (pool == null || pool.stopped() <= STOPPED * pool.borrowedNanos()) {
			return null;
		}
		Diagnosis stopped = judged.counting(TimeComponent.POOL, TimeComponent.JVM_PAUSE);
		return Rule.first(this.stops, stopped);
	}

}
