package io.perfstarter.coherence.autoconfigure;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.core.NestedExceptionUtils;

/**
 * Why an application could not start.
 */
final class StartFailure {

	private StartFailure() {
	}

	static CoherenceCannotStartException of(AssertableApplicationContext context) {
		Throwable failure = context.getStartupFailure();
		return (CoherenceCannotStartException) NestedExceptionUtils.getMostSpecificCause(failure);
	}

}
