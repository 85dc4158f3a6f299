package io.perfstarter.async.autoconfigure;

import java.util.Map;

import io.perfstarter.async.BoundedTaskExecutor;

import org.springframework.beans.factory.support.BeanDefinitionOverrideException;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Registers each configured executor as a bean with its name, which is not a default
 * candidate for injection by type, and precedes no executor of the application.
 */
class ExecutorRegistrar implements ImportBeanDefinitionRegistrar {

	private final Environment environment;

	ExecutorRegistrar(Environment environment) {
		this.environment = environment;
	}

	@Override
	public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
		Binder.get(this.environment)
			.bind(AsyncProperties.PREFIX + ".executors", Bindable.mapOf(String.class, Object.class))
			.orElse(Map.of())
			.keySet()
			.forEach((name) -> register(name, registry));
	}

	private static void register(String name, BeanDefinitionRegistry registry) {
		RootBeanDefinition definition = new RootBeanDefinition(BoundedTaskExecutor.class);
		definition.setFactoryBeanName(AsyncAutoConfiguration.FACTORY);
		definition.setFactoryMethodName("named");
		definition.getConstructorArgumentValues().addIndexedArgumentValue(0, name);
		definition.setDefaultCandidate(false);
		definition.setFallback(true);
		if (registry.isBeanNameInUse(name)) {
			throw new BeanDefinitionOverrideException(name, definition, registry.containsBeanDefinition(name)
					? registry.getBeanDefinition(name) : new RootBeanDefinition());
		}
		registry.registerBeanDefinition(name, definition);
	}

}
