package io.perfstarter.reporting.rules;

import java.util.Arrays;
import java.util.stream.Collectors;

import io.perfstarter.reporting.window.ThreadSamples;
import io.perfstarter.reporting.window.TimeComponent;

/**
 * Names {@link Cause#UNSURE}: much of the time is blocked for an unknown reason. Always
 * matches.
 */
final class UnexplainedRule implements Rule {

	/**
	 * Maximum number of positions in the evidence.
	 */
	private static final int NAMED = 3;

	@Override
	public Verdict judge(Diagnosis judged) {
		return judged.verdict(Cause.UNSURE, "", judged.share(TimeComponent.BLOCKED),
				"%s, is unexplained: the thread did not compute and did not wait for anything that is measured. %s Not measured: %s."
					.formatted(judged.cost(TimeComponent.BLOCKED), seen(judged.slowFigures().samples()),
							missing(judged)),
				"Take thread dumps of %s while it is slow. Possible reasons: a client without Micrometer observations, a slow caller, a sleep or join, or a CPU shortage where CPU wait is not measured."
					.formatted(AppCpuRule.route(judged)));
	}

	private static String seen(ThreadSamples samples) {
		if (samples.all() == 0) {
			return "No thread samples were taken.";
		}
		return samples.seen()
			.stream()
			.limit(NAMED)
			.map((seen) -> "%s times it %s".formatted(seen.times(), SeenRule.describe(seen.position())))
			.collect(Collectors.joining("; ", "In %s samples: ".formatted(samples.all()), "."));
	}

	private static String missing(Diagnosis judged) {
		return Arrays.stream(TimeComponent.values())
			.filter((component) -> component != TimeComponent.THREAD_WAIT && !judged.breakdown().measured(component))
			.map(TimeComponent::title)
			.collect(Collectors.joining(", "));
	}

}
