package io.perfstarter.async.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Says which lane is called like a bean.
 */
class LaneNameFailureAnalyzer extends AbstractFailureAnalyzer<LaneNameException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, LaneNameException cause) {
		return new FailureAnalysis(cause.getMessage() + ".",
				"Give the lane another name, also where @Async(\"" + cause.name() + "\") means it, or rename the bean.",
				cause);
	}

}
