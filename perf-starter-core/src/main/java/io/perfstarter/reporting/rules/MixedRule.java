package io.perfstarter.reporting.rules;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.TimeComponent;

/**
 * Names {@link Cause#MIXED}: no time component is large enough to be named alone. Always
 * matches.
 */
final class MixedRule implements Rule {

	@Override
	public Verdict judge(Diagnosis judged) {
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
