package io.perfstarter.reporting.rules;

import java.util.List;

import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Names {@link Cause#UNSURE}: much of the time is blocked, and a component that could
 * explain it was not measured.
 */
final class UnmeasuredTimeRule implements Rule {

	/**
	 * Minimum share of blocked time that is too large to ignore.
	 */
	static final double UNEXPLAINED = 0.3;

	/**
	 * Components whose time is part of the blocked time if they are not measured. CPU
	 * wait is not included, because the process-wide figures cover it.
	 */
	private static final List<TimeComponent> EXPLAIN = List.of(TimeComponent.POOL, TimeComponent.SQL,
			TimeComponent.FETCH, TimeComponent.REMOTE, TimeComponent.JVM_PAUSE, TimeComponent.CPU);

	@Override
	public @Nullable Verdict judge(Diagnosis judged) {
		boolean all = EXPLAIN.stream().allMatch(judged.breakdown()::measured);
		return (all || judged.share(TimeComponent.BLOCKED) < UNEXPLAINED) ? null : new UnexplainedRule().judge(judged);
	}

}
