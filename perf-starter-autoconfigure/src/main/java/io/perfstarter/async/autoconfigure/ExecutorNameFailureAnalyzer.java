package io.perfstarter.async.autoconfigure;

import io.perfstarter.settings.autoconfigure.HelpPage;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionOverrideException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.type.MethodMetadata;

/**
 * Describes which executor has the same name as a bean registered before or after it.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class ExecutorNameFailureAnalyzer extends AbstractFailureAnalyzer<BeanDefinitionOverrideException> {

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BeanDefinitionOverrideException cause) {
		boolean before = isExecutor(cause.getExistingDefinition());
		if (!before && !isExecutor(cause.getBeanDefinition())) {
			return null;
		}
		String name = cause.getBeanName();
		return HelpPage.ASYNC.analysis(
				"The executor '%s.executors.%s' and %s have the same bean name '%s'.".formatted(AsyncProperties.PREFIX,
						name, described(before ? cause.getBeanDefinition() : cause.getExistingDefinition()), name),
				"Rename the executor, also in the @Async(\"" + name + "\") that refer to it, or rename the bean.",
				cause);
	}

	private static boolean isExecutor(BeanDefinition bean) {
		return ExecutorRegistrar.class.getName().equals(bean.getBeanClassName());
	}

	private static String described(BeanDefinition bean) {
		MethodMetadata method = (bean instanceof AnnotatedBeanDefinition annotated)
				? annotated.getFactoryMethodMetadata() : null;
		if (method != null) {
			return method.getDeclaringClassName() + "." + method.getMethodName() + "()";
		}
		return (bean.getBeanClassName() != null) ? bean.getBeanClassName() : "another object";
	}

}
