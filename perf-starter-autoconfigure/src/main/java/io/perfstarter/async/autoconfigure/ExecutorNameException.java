package io.perfstarter.async.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.core.type.MethodMetadata;

/**
 * Thrown if an executor has the same name as a bean of the application.
 */
class ExecutorNameException extends RuntimeException {

	private final String name;

	ExecutorNameException(String name, @Nullable BeanDefinition bean) {
		super("The executor '" + AsyncProperties.PREFIX + ".executors." + name + "' and " + described(bean)
				+ " have the same bean name '" + name + "'");
		this.name = name;
	}

	String name() {
		return this.name;
	}

	private static String described(@Nullable BeanDefinition bean) {
		MethodMetadata method = (bean instanceof AnnotatedBeanDefinition annotated)
				? annotated.getFactoryMethodMetadata() : null;
		if (method != null) {
			return method.getDeclaringClassName() + "." + method.getMethodName() + "()";
		}
		String type = (bean != null) ? bean.getBeanClassName() : null;
		return (type != null) ? type : "another object";
	}

}
