package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.TimeComponent;

/**
 * Names {@link Cause#SLOW_CLIENT}: requests wait for bodies that clients send, or for
 * clients that read the responses. Always matches.
 */
final class SlowClientRule implements Rule {

	static final String REMEDY = "The client or its network is slow, or the body is large. Send less, compress responses, and let a proxy buffer requests and responses.";

	@Override
	public Verdict judge(Diagnosis judged) {
		return judged.verdict(Cause.SLOW_CLIENT, AppCpuRule.route(judged), judged.share(TimeComponent.CLIENT),
				"Requests wait for their clients for %s of the time, %s in a slow request: they read a body, or write a response that the client does not take."
					.formatted(Figures.percent(judged.share(TimeComponent.CLIENT)),
							Figures.time(judged.each(judged.breakdown().nanos(TimeComponent.CLIENT)))),
				REMEDY);
	}

}
