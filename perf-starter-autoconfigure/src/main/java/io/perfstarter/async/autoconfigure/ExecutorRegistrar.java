package io.perfstarter.async.autoconfigure;

import java.util.Map;
import java.util.Objects;

import io.perfstarter.async.BoundedExecutors;
import io.perfstarter.async.BoundedTaskExecutor;
import io.perfstarter.async.ExecutorSettings;

import org.springframework.beans.factory.ObjectProvider;
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

	/**
	 * Creates executors from their properties.
	 */
	static class Factory {

		private final AsyncProperties properties;

		private final BoundedExecutors executors;

		private final ObjectProvider<ExecutorPools> pools;

		Factory(AsyncProperties properties, BoundedExecutors executors, ObjectProvider<ExecutorPools> pools) {
			this.properties = properties;
			this.executors = executors;
			this.pools = pools;
		}

		/**
		 * Creates an executor.
		 */
		BoundedTaskExecutor named(String name) {
			AsyncProperties.Executor executor = this.properties.executor(name);
			if (!executor.isOfPool()) {
				int limit = Integer.parseInt(Objects.requireNonNull(executor.concurrencyLimit()));
				return this.executors.add(name, new ExecutorSettings(() -> limit, executor.queueCapacity(),
						executor.whenFull(), executor.submit()), null);
			}
			ExecutorPools pools = this.pools.getIfAvailable();
			if (pools == null) {
				throw new InvalidConfigurationPropertyValueException(
						AsyncProperties.PREFIX + ".executors." + name + ".concurrency-limit", "pool",
						"It requires a HikariCP DataSource; write a number instead.");
			}
			return this.executors.add(name, new ExecutorSettings(pools.share(name), executor.queueCapacity(),
					executor.whenFull(), executor.submit()), pools.name(name));
		}

	}

}
