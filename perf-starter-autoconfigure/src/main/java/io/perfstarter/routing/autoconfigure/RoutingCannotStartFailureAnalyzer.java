package io.perfstarter.routing.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Reports which setting of the replicas is wrong and how to correct it.
 */
class RoutingCannotStartFailureAnalyzer extends AbstractFailureAnalyzer<RoutingCannotStartException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, RoutingCannotStartException cause) {
		return new FailureAnalysis(cause.getMessage(), cause.getAction(), cause);
	}

}
