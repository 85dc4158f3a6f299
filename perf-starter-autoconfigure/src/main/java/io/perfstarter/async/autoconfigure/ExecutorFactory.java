package io.perfstarter.async.autoconfigure;

import java.util.Objects;

import io.perfstarter.async.BoundedExecutors;
import io.perfstarter.async.BoundedTaskExecutor;
import io.perfstarter.async.ExecutorSettings;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Creates executors from their properties.
 */
class ExecutorFactory {

	private final AsyncProperties properties;

	private final BoundedExecutors executors;

	private final ObjectProvider<ExecutorPools> pools;

	ExecutorFactory(AsyncProperties properties, BoundedExecutors executors, ObjectProvider<ExecutorPools> pools) {
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
			return this.executors.add(name,
					new ExecutorSettings(() -> limit, executor.queueCapacity(), executor.whenFull(), executor.submit()),
					null);
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
