package io.perfstarter.async.autoconfigure;

import io.perfstarter.settings.autoconfigure.HelpPage;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Describes which executor has the same name as a bean.
 */
class ExecutorNameFailureAnalyzer extends AbstractFailureAnalyzer<ExecutorNameException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, ExecutorNameException cause) {
		return HelpPage.ASYNC.analysis(cause.getMessage() + ".", "Rename the executor, also in the @Async(\""
				+ cause.name() + "\") that refer to it, or rename the bean.", cause);
	}

}
