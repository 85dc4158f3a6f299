package io.perfstarter.async.autoconfigure;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

import io.perfstarter.async.ExecutorSettings.Submit;
import io.perfstarter.async.ExecutorSettings.WhenFull;
import io.perfstarter.async.context.ContextPart;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Configuration properties of bounded executors.
 *
 * @param enabled Whether to create bounded executors. By default only if one is
 * configured; true replaces Spring Boot's application task executor by the default
 * executor.
 * @param virtualThreads Whether tasks run on virtual threads. True by default on JDK 21
 * and later.
 * @param propagate Parts of the submitting thread's context that are propagated to tasks:
 * tracing, mdc, security (a copy of the security context), locale, application (the
 * values of the application's ThreadLocalAccessor beans and services).
 * @param shutdownTimeout Maximum time that tasks get to finish at shutdown. After it,
 * queued tasks are cancelled and running tasks are interrupted.
 * @param poolReserve Part of a connection pool that executors with 'concurrency-limit:
 * pool' leave free: a percentage, or a number of connections.
 * @param defaultExecutor Executor for @Async without a name.
 * @param mvcExecutor Executor for asynchronous requests of Spring MVC.
 * @param executors Executors by name, each for @Async("name").
 * @param requests The request limiter.
 */
@ConfigurationProperties(AsyncProperties.PREFIX)
public record AsyncProperties(@Nullable Boolean enabled, @Nullable Boolean virtualThreads,
		@DefaultValue("tracing,mdc,security,locale,application") Set<ContextPart> propagate,
		@DefaultValue("20s") Duration shutdownTimeout, @DefaultValue("50%") String poolReserve,
		@DefaultValue Executor defaultExecutor, @DefaultValue Executor mvcExecutor,
		@DefaultValue Map<String, Executor> executors,
		@NestedConfigurationProperty @DefaultValue RequestLimiterProperties requests) {

	static final String PREFIX = "perf-starter.async";

	public AsyncProperties {
		if (shutdownTimeout.isNegative()) {
			throw new InvalidConfigurationPropertyValueException(PREFIX + ".shutdown-timeout", shutdownTimeout,
					"It must not be negative; 20s is the default.");
		}
		executors.forEach((name, executor) -> {
			String prefix = PREFIX + ".executors." + name;
			if (executor.concurrencyLimit() == null) {
				throw withoutLimit(prefix);
			}
			executor.check(prefix);
		});
		defaultExecutor.check(PREFIX + ".default-executor");
		mvcExecutor.check(PREFIX + ".mvc-executor");
	}

	static InvalidConfigurationPropertyValueException withoutLimit(String prefix) {
		return new InvalidConfigurationPropertyValueException(prefix + ".concurrency-limit", null,
				"An executor needs a limit of concurrent tasks: write a number, or 'pool' for a share "
						+ "of the connection pool.");
	}

	/**
	 * Concurrency limit of executors for which the setting is optional.
	 */
	private static final String DEFAULT_CONCURRENCY_LIMIT = "64";

	/**
	 * One executor.
	 *
	 * @param concurrencyLimit Maximum number of concurrent tasks, or 'pool' for the size
	 * of a connection pool minus the reserve. Required, except for the default executor
	 * and the executor of Spring MVC, which have 64.
	 * @param pool Name of the DataSource bean whose pool size is used, if there are
	 * several.
	 * @param queueCapacity Maximum number of queued tasks.
	 * @param queueTimeout Maximum time that a task waits in the queue before it is
	 * rejected. No limit by default.
	 * @param runTimeout Maximum run time of a task before it is interrupted. No limit by
	 * default.
	 * @param whenFull Reaction to a task when the queue is full: reject, or drop.
	 * @param submit When a task that is submitted in a transaction that may write is
	 * queued: auto (calls of @Async methods without a result after the commit, others
	 * immediately), after-commit, or immediate.
	 */
	record Executor(@Nullable String concurrencyLimit, @Nullable String pool, @DefaultValue("1000") int queueCapacity,
			@Nullable Duration queueTimeout, @Nullable Duration runTimeout, @DefaultValue("reject") WhenFull whenFull,
			@DefaultValue("auto") Submit submit) {

		private static final String POOL = "pool";

		boolean isOfPool() {
			return POOL.equalsIgnoreCase(this.concurrencyLimit);
		}

		int number() {
			return Integer
				.parseInt((this.concurrencyLimit != null) ? this.concurrencyLimit : DEFAULT_CONCURRENCY_LIMIT);
		}

		private void check(String prefix) {
			if (this.concurrencyLimit != null && !isOfPool() && !this.concurrencyLimit.matches("[1-9]\\d{0,8}")) {
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
			checkPositive(prefix + ".queue-timeout", this.queueTimeout);
			checkPositive(prefix + ".run-timeout", this.runTimeout);
		}

		private static void checkPositive(String property, @Nullable Duration value) {
			if (value != null && (value.isNegative() || value.isZero())) {
				throw new InvalidConfigurationPropertyValueException(property, value,
						"It must be longer than zero; leave it out for no limit.");
			}
		}

	}

}
