package io.perfstarter.reporting.verdict;

import io.perfstarter.reporting.window.Part;
import io.perfstarter.reporting.window.RemoteUse;

/**
 * Another process takes its time, or is asked too often.
 */
final class SlowRemote implements Rule {

	/**
	 * More calls of one target in a request than this are many.
	 */
	static final int MANY_CALLS = 5;

	@Override
	public Verdict judge(Case judged) {
		return judged.requests()
			.remotes()
			.stream()
			.findFirst()
			.map((remote) -> verdict(judged, remote))
			.orElseGet(() -> judged.verdict(Cause.SLOW_REMOTE, "", judged.share(Part.REMOTE),
					"Remote calls take %s of the time; of whom is n/a."
						.formatted(Figures.percent(judged.share(Part.REMOTE))),
					"Name the target in the client, set timeouts, and cache what it answers."));
	}

	private static Verdict verdict(Case judged, RemoteUse remote) {
		double calls = judged.each(remote.calls());
		return judged.verdict(Cause.SLOW_REMOTE, remote.target(), judged.share(Part.REMOTE),
				"Remote calls take %s of the time; %s is called %s times in a slow request and takes %s each."
					.formatted(Figures.percent(judged.share(Part.REMOTE)), remote.target(), Figures.number(calls),
							Figures.time((double) remote.nanos() / Math.max(1, remote.calls()))),
				(calls > MANY_CALLS) ? "Ask %s once for all, or call it in parallel.".formatted(remote.target())
						: "Set a timeout for %s, cache what it answers, or call it in parallel."
							.formatted(remote.target()));
	}

}
