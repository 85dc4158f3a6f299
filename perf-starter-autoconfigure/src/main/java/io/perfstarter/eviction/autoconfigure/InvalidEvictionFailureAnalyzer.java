package io.perfstarter.eviction.autoconfigure;

import io.perfstarter.eviction.InvalidEvictionException;
import io.perfstarter.settings.autoconfigure.HelpPage;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Describes an invalid {@code @EvictTicketCache} annotation and its correction.
 */
class InvalidEvictionFailureAnalyzer extends AbstractFailureAnalyzer<InvalidEvictionException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidEvictionException cause) {
		return HelpPage.EVICTION.analysis(cause.getMessage() + ".", cause.remedy(), cause);
	}

}
