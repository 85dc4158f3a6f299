package io.perfstarter.async.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Says which executor is called like a bean.
 */
class ExecutorNameFailureAnalyzer extends AbstractFailureAnalyzer<ExecutorNameException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, ExecutorNameException cause) {
		return new FailureAnalysis(cause.getMessage() + ".", "Give the executor another name, also where @Async(\""
				+ cause.name() + "\") means it, or rename the bean.", cause);
	}

}
