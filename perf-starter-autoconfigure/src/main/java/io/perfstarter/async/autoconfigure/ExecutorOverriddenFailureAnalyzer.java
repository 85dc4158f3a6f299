package io.perfstarter.async.autoconfigure;

import io.perfstarter.async.BoundedTaskExecutor;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.support.BeanDefinitionOverrideException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Describes which executor has the same name as a bean that is registered later, such as
 * those of Spring Data.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class ExecutorOverriddenFailureAnalyzer extends AbstractFailureAnalyzer<BeanDefinitionOverrideException> {

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BeanDefinitionOverrideException cause) {
		if (!BoundedTaskExecutor.class.getName().equals(cause.getExistingDefinition().getBeanClassName())) {
			return null;
		}
		return new ExecutorNameFailureAnalyzer().analyze(rootFailure,
				new ExecutorNameException(cause.getBeanName(), cause.getBeanDefinition()));
	}

}
