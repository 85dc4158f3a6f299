package io.perfstarter.coherence.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Says what the caches or the fan-out miss, and how to supply it.
 */
class CoherenceCannotStartFailureAnalyzer extends AbstractFailureAnalyzer<CoherenceCannotStartException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, CoherenceCannotStartException cause) {
		return new FailureAnalysis(cause.getMessage(), cause.getAction(), cause);
	}

}
