package io.perfstarter.routing.autoconfigure;

import io.perfstarter.settings.autoconfigure.HelpPage;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Reports which setting of the replicas is wrong and how to correct it.
 */
class RoutingCannotStartFailureAnalyzer extends AbstractFailureAnalyzer<RoutingCannotStartException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, RoutingCannotStartException cause) {
		return HelpPage.ROUTING.analysis(cause.getMessage(), cause.getAction(), cause);
	}

}
