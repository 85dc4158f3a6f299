package io.perfstarter.reporting.verdict;

import java.util.Arrays;
import java.util.stream.Collectors;

import io.perfstarter.reporting.window.Looks;
import io.perfstarter.reporting.window.Part;

/**
 * Much of the time is left over, and nobody has seen why.
 */
final class Unexplained implements Rule {

	@Override
	public Verdict judge(Case judged) {
		return judged.verdict(Cause.UNSURE, "", judged.share(Part.BLOCKED),
				"%s of the time, %s in a slow request, is left over: its thread did not compute, nor wait for anything that is measured. %s These are n/a: %s."
					.formatted(Figures.percent(judged.share(Part.BLOCKED)),
							Figures.time(judged.each(judged.parts().nanos(Part.BLOCKED))),
							seen(judged.requests().slowLooks()), missing(judged)),
				"Take thread dumps of %s while it is slow. Clients that do not report to Micrometer's observations, slow callers, sleeps and joins look like this, and so does a want of processors for what is not measured."
					.formatted(AppCpu.route(judged)));
	}

	private static String seen(Looks looks) {
		if (looks.all() == 0) {
			return "Nobody has looked at it meanwhile.";
		}
		return "At %s looks it waited for a lock %s times, rested %s times, and else ran or waited for the network."
			.formatted(looks.all(), looks.locked(), looks.resting());
	}

	private static String missing(Case judged) {
		return Arrays.stream(Part.values())
			.filter((part) -> part != Part.QUEUE && !judged.parts().measured(part))
			.map(Part::label)
			.collect(Collectors.joining(", "));
	}

}
