package io.perfstarter.coherence.autoconfigure;

import io.perfstarter.settings.autoconfigure.HelpPage;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Describes the missing requirement of the managed caches or the fan-out, and its remedy.
 */
class CoherenceCannotStartFailureAnalyzer extends AbstractFailureAnalyzer<CoherenceCannotStartException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, CoherenceCannotStartException cause) {
		return HelpPage.COHERENCE.analysis(cause.getMessage(), cause.getAction(), cause);
	}

}
