package io.perfstarter.async.autoconfigure;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

import io.perfstarter.async.ContextPart;
import io.perfstarter.async.ExecutorSettings.Submit;
import io.perfstarter.async.ExecutorSettings.WhenFull;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Configuration properties for executors.
 *
 * @param enabled Whether there are executors. Without a value there are if one is
 * configured; true alone puts the default executor in the place of the application's task
 * executor.
 * @param virtualThreads Whether tasks run in virtual threads. By default they do from JDK
 * 21 on.
 * @param propagate What tasks see of the caller's thread: tracing, mdc, a copy of the
 * security context, locale.
 * @param shutdownTimeout How long the executors may run on at the stop, before what waits
 * is cancelled and what runs is interrupted.
 * @param poolReserve How much of a pool of connections executors with 'concurrency-limit:
 * pool' leave to others: a percentage, or a number of connections.
 * @param defaultExecutor The executor behind @Async without a name.
 * @param mvcExecutor The executor of the asynchronous requests of Spring MVC.
 * @param executors BoundedExecutors by name, each of them an executor for @Async("name").
 */
@ConfigurationProperties(AsyncProperties.PREFIX)
record AsyncProperties(@Nullable Boolean enabled, @Nullable Boolean virtualThreads,
		@DefaultValue("tracing,mdc,security,locale") Set<ContextPart> propagate,
		@DefaultValue("20s") Duration shutdownTimeout, @DefaultValue("50%") String poolReserve,
		@DefaultValue Executor defaultExecutor, @DefaultValue Executor mvcExecutor,
		@DefaultValue Map<String, Executor> executors) {

	static final String PREFIX = "perf-starter.async";

	AsyncProperties {
		if (shutdownTimeout.isNegative()) {
			throw new InvalidConfigurationPropertyValueException(PREFIX + ".shutdown-timeout", shutdownTimeout,
					"It must not be negative; 20s is the default.");
		}
		executors.forEach((name, executor) -> executor.check(PREFIX + ".executors." + name));
		defaultExecutor.check(PREFIX + ".default-executor");
		mvcExecutor.check(PREFIX + ".mvc-executor");
	}

	/**
	 * How many permits there are without a setting, for the executors that need none.
	 */
	private static final String DEFAULT_CONCURRENCY_LIMIT = "64";

	/**
	 * One executor.
	 *
	 * @param concurrencyLimit How many tasks run at once: a number, or 'pool' for the
	 * size of a pool of connections less the reserve. The default executor and that of
	 * Spring MVC have 64 without a setting.
	 * @param pool The bean of the pool, if there are several.
	 * @param queueCapacity How many tasks may wait.
	 * @param queueTimeout How long a task may wait, before it is not run any more.
	 * Without a value as long as it takes.
	 * @param runTimeout How long a task may run, before it is interrupted. Without a
	 * value as long as it takes.
	 * @param whenFull What happens to tasks for which there is no room: reject, drop, or
	 * wait.
	 * @param submitTimeout How long callers wait for queueCapacity, with 'when-full:
	 * wait'.
	 * @param submit When a task that is submitted in a transaction comes to the executor:
	 * immediate, or after-commit.
	 */
	record Executor(@Nullable String concurrencyLimit, @Nullable String pool, @DefaultValue("1000") int queueCapacity,
			@Nullable Duration queueTimeout, @Nullable Duration runTimeout, @DefaultValue("reject") WhenFull whenFull,
			@Nullable Duration submitTimeout, @DefaultValue("immediate") Submit submit) {

		private static final String POOL = "pool";

		boolean isOfPool() {
			return POOL.equals(this.concurrencyLimit);
		}

		int number() {
			return Integer
				.parseInt((this.concurrencyLimit != null) ? this.concurrencyLimit : DEFAULT_CONCURRENCY_LIMIT);
		}

		private void check(String prefix) {
			if (this.concurrencyLimit != null && !isOfPool() && !this.concurrencyLimit.matches("[1-9]\\d{0,8}")) {
				throw new InvalidConfigurationPropertyValueException(prefix + ".concurrency-limit",
						this.concurrencyLimit, "It must be a number from 1 on, or 'pool'.");
			}
			if (this.pool != null && !isOfPool()) {
				throw new InvalidConfigurationPropertyValueException(prefix + ".pool", this.pool,
						"It needs 'concurrency-limit: pool'.");
			}
			if (this.queueCapacity < 0) {
				throw new InvalidConfigurationPropertyValueException(prefix + ".queue-capacity", this.queueCapacity,
						"It must be 0 or more; 1000 is the default.");
			}
			checkPositive(prefix + ".queue-timeout", this.queueTimeout);
			checkPositive(prefix + ".run-timeout", this.runTimeout);
			checkPositive(prefix + ".submit-timeout", this.submitTimeout);
			if ((this.whenFull == WhenFull.WAIT) != (this.submitTimeout != null)) {
				throw new InvalidConfigurationPropertyValueException(prefix + ".submit-timeout", this.submitTimeout,
						"It belongs to 'when-full: wait', which needs it, so that no caller waits for ever.");
			}
		}

		private static void checkPositive(String property, @Nullable Duration value) {
			if (value != null && (value.isNegative() || value.isZero())) {
				throw new InvalidConfigurationPropertyValueException(property, value,
						"It must be longer than nothing, or left out.");
			}
		}

	}

}
