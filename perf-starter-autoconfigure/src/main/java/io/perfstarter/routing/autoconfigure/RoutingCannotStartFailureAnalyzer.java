package io.perfstarter.routing.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Says what is wrong with the replicas, and what to write instead.
 */
class RoutingCannotStartFailureAnalyzer extends AbstractFailureAnalyzer<RoutingCannotStartException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, RoutingCannotStartException cause) {
		return new FailureAnalysis(cause.getMessage(), cause.getAction(), cause);
	}

}
