package io.perfstarter.reporting.verdict;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

import io.perfstarter.reporting.window.Part;

/**
 * No part of the time is large enough to be named alone.
 */
final class Mixed implements Rule {

	@Override
	public Verdict judge(Case judged) {
		List<Part> largest = Arrays.stream(Part.values())
			.filter((part) -> part != Part.QUEUE)
			.sorted(Comparator.comparingDouble((part) -> -judged.share(part)))
			.limit(2)
			.toList();
		String said = largest.stream()
			.map((part) -> part.label() + " " + Figures.percent(judged.share(part)))
			.collect(Collectors.joining(" and "));
		return judged.verdict(Cause.MIXED, "", judged.share(largest), "The largest parts are %s.".formatted(said),
				"Begin with %s of %s.".formatted(largest.get(0).label(), AppCpu.route(judged)));
	}

}
