package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.TimeComponent;

/**
 * Names {@link Cause#SLOW_POSITION}: responses wait for the position of what their
 * requests have written. Always matches.
 */
final class SlowPositionRule implements Rule {

	@Override
	public Verdict judge(Diagnosis judged) {
		return judged.verdict(Cause.SLOW_POSITION, "", judged.share(TimeComponent.POSITION),
				"Responses wait for the position of their writes in the primary's log for %s, for their read tokens."
					.formatted(judged.cost(TimeComponent.POSITION)),
				"Relieve the primary or the network to it: it answers a probe late. Where no client reads after its write, set perf-starter.routing.read-your-writes.scope to request.");
	}

}
