package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.RemoteUse;
import io.perfstarter.reporting.window.TimeComponent;

/**
 * Names {@link Cause#SLOW_REMOTE}: another process responds slowly, or is called too
 * often. Always matches.
 */
final class SlowRemoteRule implements Rule {

	/**
	 * Maximum number of calls to one target per request that is not too many.
	 */
	static final int MANY_CALLS = 5;

	@Override
	public Verdict judge(Diagnosis judged) {
		return judged.slowFigures()
			.remotes()
			.stream()
			.findFirst()
			.map((remote) -> verdict(judged, remote))
			.orElseGet(() -> judged.verdict(Cause.SLOW_REMOTE, "", judged.share(TimeComponent.REMOTE),
					"Remote calls take %s of the time; their target is not known."
						.formatted(Figures.percent(judged.share(TimeComponent.REMOTE))),
					"Make the client report its target, set timeouts, and cache the responses."));
	}

	private static Verdict verdict(Diagnosis judged, RemoteUse remote) {
		double calls = judged.each(remote.calls());
		return judged.verdict(Cause.SLOW_REMOTE, remote.target(), judged.share(TimeComponent.REMOTE),
				"Remote calls take %s of the time; %s is called %s in a slow request and takes %s each.".formatted(
						Figures.percent(judged.share(TimeComponent.REMOTE)), remote.target(), Figures.times(calls),
						Figures.time((double) remote.nanos() / Math.max(1, remote.calls()))),
				(calls > MANY_CALLS)
						? "Combine the calls to %s into one, or run them in parallel.".formatted(remote.target())
						: "Set a timeout for %s, cache its responses, or run the calls in parallel."
							.formatted(remote.target()));
	}

}
