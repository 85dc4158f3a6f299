package io.perfstarter.reporting.rules;

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
				"Requests wait for their clients for %s: they read a body, or write a response that the client does not take."
					.formatted(judged.cost(TimeComponent.CLIENT)),
				REMEDY);
	}

}
