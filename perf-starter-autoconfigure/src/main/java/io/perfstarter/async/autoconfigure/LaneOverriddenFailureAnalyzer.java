package io.perfstarter.async.autoconfigure;

import io.perfstarter.async.Lane;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.support.BeanDefinitionOverrideException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Says which lane is called like a bean that is registered after it, as those of Spring
 * Data are.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class LaneOverriddenFailureAnalyzer extends AbstractFailureAnalyzer<BeanDefinitionOverrideException> {

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BeanDefinitionOverrideException cause) {
		if (!Lane.class.getName().equals(cause.getExistingDefinition().getBeanClassName())) {
			return null;
		}
		return new LaneNameFailureAnalyzer().analyze(rootFailure,
				new LaneNameException(cause.getBeanName(), cause.getBeanDefinition()));
	}

}
