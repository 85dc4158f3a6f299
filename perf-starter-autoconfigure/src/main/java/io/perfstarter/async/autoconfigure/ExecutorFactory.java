package io.perfstarter.async.autoconfigure;

import java.time.Duration;
import java.util.function.IntSupplier;

import io.perfstarter.async.BoundedExecutor;
import io.perfstarter.async.BoundedExecutors;
import io.perfstarter.async.ExecutorSettings;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Creates executors from their properties.
 */
class ExecutorFactory {

	private static final Duration FOR_EVER = Duration.ofDays(36_500);

	private final AsyncProperties properties;

	private final BoundedExecutors executors;

	private final ObjectProvider<ExecutorPools> pools;

	private final SpringTaskSettings taskSettings;

	ExecutorFactory(AsyncProperties properties, BoundedExecutors executors, ObjectProvider<ExecutorPools> pools,
			SpringTaskSettings taskSettings) {
		this.properties = properties;
		this.executors = executors;
		this.pools = pools;
		this.taskSettings = taskSettings;
	}

	/**
	 * Creates a named executor.
	 */
	BoundedExecutor named(String name) {
		String prefix = AsyncProperties.PREFIX + ".executors." + name;
		AsyncProperties.Executor executor = this.properties.executors().get(name);
		if (executor == null) {
			throw AsyncProperties.withoutLimit(prefix);
		}
		return executor(name, null, executor, prefix);
	}

	BoundedExecutor ofDefault(String name) {
		return executor(name, this.taskSettings.threadNamePrefix(),
				this.taskSettings.addTo(this.properties.defaultExecutor()),
				AsyncProperties.PREFIX + ".default-executor");
	}

	BoundedExecutor ofMvc(String name) {
		return executor(name, null, this.properties.mvcExecutor(), AsyncProperties.PREFIX + ".mvc-executor");
	}

	private BoundedExecutor executor(String name, @Nullable String threadNamePrefix, AsyncProperties.Executor executor,
			String prefix) {
		ExecutorPool pool = (executor.isOfPool()) ? pool(executor.pool(), prefix) : null;
		ExecutorSettings settings = new ExecutorSettings((pool != null) ? pool.permits() : fixed(executor.number()),
				executor.queueCapacity(), (executor.queueTimeout() != null) ? executor.queueTimeout() : FOR_EVER,
				executor.runTimeout(), executor.whenFull(), executor.submit());
		return this.executors.add(name, threadNamePrefix, settings, (pool != null) ? pool.name() : null);
	}

	private static IntSupplier fixed(int permits) {
		return () -> permits;
	}

	private ExecutorPool pool(@Nullable String name, String prefix) {
		ExecutorPools pools = this.pools.getIfAvailable();
		if (pools == null) {
			throw new InvalidConfigurationPropertyValueException(prefix + ".concurrency-limit", "pool",
					"It requires a HikariCP DataSource; write a number instead.");
		}
		return pools.find(name, prefix + ".pool");
	}

}
