package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.RemoteUse;
import io.perfstarter.reporting.window.TimeComponent;

/**
 * Rules for causes in other processes: a service, the primary that reports its position,
 * and the client of the request. Each of them always matches.
 */
final class RemoteRules {

	/**
	 * Maximum number of calls to one target per request that is not too many.
	 */
	static final int MANY_CALLS = 5;

	static final String CLIENT_REMEDY = "The client or its network is slow, or the body is large. Send less, compress responses, and let a proxy buffer requests and responses.";

	private RemoteRules() {
	}

	/**
	 * {@link Cause#SLOW_REMOTE}: another process responds slowly, or is called too often.
	 */
	static Verdict slowRemote(Diagnosis judged) {
		double share = judged.share(TimeComponent.REMOTE);
		if (judged.slowFigures().remotes().isEmpty()) {
			return judged.verdict(Cause.SLOW_REMOTE, "", share,
					"Remote calls take %s of the time; their target is not known.".formatted(Figures.percent(share)),
					"Make the client report its target, set timeouts, and cache the responses.");
		}
		RemoteUse remote = judged.slowFigures().remotes().get(0);
		double calls = judged.each(remote.calls());
		return judged.verdict(Cause.SLOW_REMOTE, remote.target(), share,
				"Remote calls take %s of the time; %s is called %s in a slow request and takes %s each.".formatted(
						Figures.percent(share), remote.target(), Figures.times(calls),
						Figures.time((double) remote.nanos() / Math.max(1, remote.calls()))),
				(calls > MANY_CALLS)
						? "Combine the calls to %s into one, or run them in parallel.".formatted(remote.target())
						: "Set a timeout for %s, cache its responses, or run the calls in parallel."
							.formatted(remote.target()));
	}

	/**
	 * {@link Cause#SLOW_POSITION}: responses wait for the position of what their requests
	 * have written.
	 */
	static Verdict slowPosition(Diagnosis judged) {
		return judged.verdict(Cause.SLOW_POSITION, "", judged.share(TimeComponent.POSITION),
				"Responses wait for the position of their writes in the primary's log for %s, for their read tokens."
					.formatted(judged.cost(TimeComponent.POSITION)),
				"Relieve the primary or the network to it: it answers a probe late. Where no client reads after its write, set perf-starter.routing.read-your-writes.scope to request.");
	}

	/**
	 * {@link Cause#SLOW_CLIENT}: requests wait for bodies that clients send, or for
	 * clients that read the responses.
	 */
	static Verdict slowClient(Diagnosis judged) {
		return judged.verdict(Cause.SLOW_CLIENT, judged.route(), judged.share(TimeComponent.CLIENT),
				"Requests wait for their clients for %s: they read a body, or write a response that the client does not take."
					.formatted(judged.cost(TimeComponent.CLIENT)),
				CLIENT_REMEDY);
	}

}
