package io.perfstarter.eviction.autoconfigure;

import io.perfstarter.eviction.InvalidEvictionException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Says what is wrong with an {@code @EvictTicketCache} annotation and what to write
 * instead.
 */
class InvalidEvictionFailureAnalyzer extends AbstractFailureAnalyzer<InvalidEvictionException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidEvictionException cause) {
		return new FailureAnalysis(cause.getMessage() + ".", cause.remedy(), cause);
	}

}
