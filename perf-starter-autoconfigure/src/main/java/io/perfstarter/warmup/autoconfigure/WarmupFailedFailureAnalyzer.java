package io.perfstarter.warmup.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Says which call or task has failed.
 */
class WarmupFailedFailureAnalyzer extends AbstractFailureAnalyzer<WarmupFailedException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, WarmupFailedException cause) {
		return new FailureAnalysis(cause.getMessage() + ".",
				"Mend the call or the task, write under 'expect' what answer is a success, or set '"
						+ WarmupProperties.PREFIX + ".on-failure: warn' to start all the same.",
				cause);
	}

}
