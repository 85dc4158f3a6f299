package io.perfstarter.async.autoconfigure;

import java.util.Map;
import java.util.Objects;

import io.perfstarter.async.BoundedExecutors;
import io.perfstarter.async.BoundedTaskExecutor;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionOverrideException;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Registers each configured executor as a bean with the name of the executor. The bean is
 * no default candidate for injection by type, and only a fallback for other executors.
 */
record ExecutorRegistrar(Environment environment) implements ImportBeanDefinitionRegistrar {

	private static final String EXECUTORS = AsyncProperties.PREFIX + ".executors";

	@Override
	public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
		Binder.get(this.environment)
			.bind(EXECUTORS, Bindable.mapOf(String.class, Object.class))
			.orElse(Map.of())
			.keySet()
			.forEach((name) -> register(name, registry));
	}

	private static void register(String name, BeanDefinitionRegistry registry) {
		RootBeanDefinition definition = new RootBeanDefinition(ExecutorRegistrar.class);
		definition.setTargetType(BoundedTaskExecutor.class);
		definition.setFactoryMethodName("executor");
		definition.setAutowireMode(AbstractBeanDefinition.AUTOWIRE_CONSTRUCTOR);
		definition.getConstructorArgumentValues().addIndexedArgumentValue(0, name);
		definition.setDefaultCandidate(false);
		definition.setFallback(true);
		// Created at the start, to bind its meters and to appear in the log.
		definition.setLazyInit(false);
		if (registry.isBeanNameInUse(name)) {
			throw new BeanDefinitionOverrideException(name, definition, registry.containsBeanDefinition(name)
					? registry.getBeanDefinition(name) : new RootBeanDefinition());
		}
		registry.registerBeanDefinition(name, definition);
	}

	static BoundedTaskExecutor executor(String name, AsyncProperties properties, BoundedExecutors executors,
			ObjectProvider<ExecutorPools> pools) {
		AsyncProperties.Executor executor = properties.executor(name);
		if (!executor.isOfPool()) {
			int limit = Integer.parseInt(Objects.requireNonNull(executor.concurrencyLimit()));
			return executors.add(name, executor.settings(() -> limit), null);
		}
		ExecutorPools available = pools.getIfAvailable();
		if (available == null) {
			throw new InvalidConfigurationPropertyValueException(EXECUTORS + "." + name + ".concurrency-limit", "pool",
					"It requires a HikariCP DataSource; write a number instead.");
		}
		return executors.add(name, executor.settings(available.share(name)), available.name(name));
	}

}
