package io.perfstarter.warmup.autoconfigure;

import io.perfstarter.settings.autoconfigure.HelpPage;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Describes which requests or tasks of the warm-up failed.
 */
class WarmupFailedFailureAnalyzer extends AbstractFailureAnalyzer<WarmupFailedException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, WarmupFailedException cause) {
		return HelpPage.FAILED_WARMUP.analysis(cause.getMessage() + ".",
				"Fix the request or the task, declare the expected response under 'expect', or set '"
						+ WarmupProperties.PREFIX + ".on-failure: warn' to start anyway.",
				cause);
	}

}
