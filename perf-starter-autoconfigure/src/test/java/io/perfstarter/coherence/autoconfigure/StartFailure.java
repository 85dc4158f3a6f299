package io.perfstarter.coherence.autoconfigure;

import io.perfstarter.settings.autoconfigure.CannotStartException;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.core.NestedExceptionUtils;

/**
 * Why an application could not start.
 */
final class StartFailure {

	private StartFailure() {
	}

	static CannotStartException of(AssertableApplicationContext context) {
		Throwable failure = context.getStartupFailure();
		return (CannotStartException) NestedExceptionUtils.getMostSpecificCause(failure);
	}

}
