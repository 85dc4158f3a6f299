package io.perfstarter.coherence.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Says what the fan-out misses, and how to supply it.
 */
class FanOutCannotStartFailureAnalyzer extends AbstractFailureAnalyzer<FanOutCannotStartException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, FanOutCannotStartException cause) {
		return new FailureAnalysis(cause.getMessage(), cause.getAction(), cause);
	}

}
