package io.perfstarter.async.autoconfigure;

import java.time.Duration;
import java.util.Map;
import java.util.function.IntSupplier;

import io.perfstarter.async.ExecutorSettings;
import io.perfstarter.async.ExecutorSettings.Submit;
import io.perfstarter.async.ExecutorSettings.WhenFull;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Configuration properties of bounded executors.
 *
 * @param enabled Whether to create the configured executors and the request limiter.
 * @param virtualThreads Whether tasks run on virtual threads. True by default on JDK 21
 * and later.
 * @param shutdownTimeout Maximum time that tasks get to finish at shutdown. After it,
 * queued tasks are cancelled and running tasks are interrupted.
 * @param defaultExecutor Name of the executor for @Async without a name. Spring Boot's
 * application task executor by default.
 * @param mvcExecutor Name of the executor for asynchronous requests of Spring MVC. Spring
 * Boot's application task executor by default.
 * @param executors Executors by name, each for @Async("name").
 * @param requests The request limiter.
 */
@ConfigurationProperties(AsyncProperties.PREFIX)
public record AsyncProperties(@DefaultValue("true") boolean enabled, @Nullable Boolean virtualThreads,
		@DefaultValue("20s") Duration shutdownTimeout, @Nullable String defaultExecutor, @Nullable String mvcExecutor,
		@DefaultValue Map<String, Executor> executors,
		@NestedConfigurationProperty @DefaultValue RequestLimiterProperties requests) {

	static final String PREFIX = "perf-starter.async";

	public AsyncProperties {
		if (shutdownTimeout.isNegative()) {
			throw new InvalidConfigurationPropertyValueException(PREFIX + ".shutdown-timeout", shutdownTimeout,
					"It must not be negative; 20s is the default.");
		}
		executors.forEach((name, executor) -> executor.check(PREFIX + ".executors." + name));
		checkKnown("default-executor", defaultExecutor, executors);
		checkKnown("mvc-executor", mvcExecutor, executors);
		Executor ofRequests = (mvcExecutor != null) ? executors.get(mvcExecutor) : null;
		if (ofRequests != null && ofRequests.whenFull() == WhenFull.DROP) {
			throw new InvalidConfigurationPropertyValueException(PREFIX + ".mvc-executor", mvcExecutor,
					"A request whose task is dropped would wait for its timeout: name an executor with 'when-full: reject'.");
		}
	}

	private static void checkKnown(String property, @Nullable String name, Map<String, Executor> executors) {
		if (name != null && !executors.containsKey(name)) {
			throw new InvalidConfigurationPropertyValueException(PREFIX + "." + property, name,
					"It must be the name of an executor: write one of %s, or add '%s.executors.%s.concurrency-limit'."
						.formatted(executors.keySet(), PREFIX, name));
		}
	}

	Executor executor(String name) {
		Executor executor = this.executors.get(name);
		if (executor == null) {
			throw withoutLimit(PREFIX + ".executors." + name);
		}
		return executor;
	}

	private static InvalidConfigurationPropertyValueException withoutLimit(String prefix) {
		return new InvalidConfigurationPropertyValueException(prefix + ".concurrency-limit", null,
				"An executor needs a limit of concurrent tasks: write a number, or 'pool' for a share "
						+ "of the connection pool.");
	}

	/**
	 * One executor.
	 *
	 * @param concurrencyLimit Maximum number of concurrent tasks, or 'pool' to share half
	 * of a connection pool. Required.
	 * @param pool Name of the DataSource bean whose pool size is used, if there are
	 * several.
	 * @param queueCapacity Maximum number of queued tasks.
	 * @param whenFull Reaction to a task when the queue is full: reject, or drop.
	 * @param submit When a task submitted in a transaction that may write enters the
	 * queue: at-once, or after-commit.
	 */
	record Executor(@Nullable String concurrencyLimit, @Nullable String pool, @DefaultValue("1000") int queueCapacity,
			@DefaultValue("reject") WhenFull whenFull, @DefaultValue("at-once") Submit submit) {

		boolean isOfPool() {
			return "pool".equalsIgnoreCase(this.concurrencyLimit);
		}

		ExecutorSettings settings(IntSupplier limit) {
			return new ExecutorSettings(limit, this.queueCapacity, this.whenFull, this.submit);
		}

		private void check(String prefix) {
			if (this.concurrencyLimit == null) {
				throw withoutLimit(prefix);
			}
			if (!isOfPool() && !this.concurrencyLimit.matches("[1-9]\\d{0,8}")) {
				throw new InvalidConfigurationPropertyValueException(prefix + ".concurrency-limit",
						this.concurrencyLimit, "It must be a number of at least 1, or 'pool'.");
			}
			if (this.pool != null && !isOfPool()) {
				throw new InvalidConfigurationPropertyValueException(prefix + ".pool", this.pool,
						"It requires 'concurrency-limit: pool'.");
			}
			if (this.queueCapacity < 0) {
				throw new InvalidConfigurationPropertyValueException(prefix + ".queue-capacity", this.queueCapacity,
						"It must be 0 or more; 1000 is the default.");
			}
		}

	}

}
