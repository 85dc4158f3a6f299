package io.perfstarter.reporting.rules;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.TimeComponent;

/**
 * Names {@link Cause#MIXED}: no time component is large enough to be named alone; or
 * {@link Cause#UNSURE} if much of the time is blocked, and a component that could explain
 * it was not measured. Always matches.
 */
final class MixedRule implements Rule {

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
	public Verdict judge(Diagnosis judged) {
		if (judged.share(TimeComponent.BLOCKED) >= UNEXPLAINED
				&& !EXPLAIN.stream().allMatch(judged.breakdown()::measured)) {
			return new UnexplainedRule().judge(judged);
		}
		List<TimeComponent> largest = Arrays.stream(TimeComponent.values())
			.filter((component) -> component != TimeComponent.THREAD_WAIT)
			.sorted(Comparator.comparingDouble((component) -> -judged.share(component)))
			.limit(2)
			.toList();
		String said = largest.stream()
			.map((component) -> component.title() + " " + Figures.percent(judged.share(component)))
			.collect(Collectors.joining(" and "));
		return judged.verdict(Cause.MIXED, "", judged.share(largest), "The largest components are %s.".formatted(said),
				"Start with %s of %s.".formatted(largest.get(0).title(), AppCpuRule.route(judged)));
	}

}
