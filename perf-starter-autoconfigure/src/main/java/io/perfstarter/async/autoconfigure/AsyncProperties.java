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
 * Configuration properties of bounded executors.
 *
 * @param enabled Whether bounded executors are made. By default they are if one is
 * configured; true alone replaces the application's task executor by the default
 * executor.
 * @param virtualThreads Whether tasks run in virtual threads. By default they do from JDK
 * 21 on.
 * @param propagate Context of the submitting thread that tasks see: tracing, mdc, a copy
 * of the security context, locale.
 * @param shutdownTimeout Time for which tasks may run on at the shutdown. After it,
 * queued tasks are cancelled and running tasks are interrupted.
 * @param poolReserve Part of a connection pool that executors with 'concurrency-limit:
 * pool' leave to other users: a percentage, or a number of connections.
 * @param defaultExecutor Executor for @Async without a name.
 * @param mvcExecutor Executor for asynchronous requests of Spring MVC.
 * @param executors Executors by name, each for @Async("name").
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
	 * Concurrency limit of the executors that need no setting.
	 */
	private static final String DEFAULT_CONCURRENCY_LIMIT = "64";

	/**
	 * One executor.
	 *
	 * @param concurrencyLimit Number of tasks that run at once, or 'pool' for the size of
	 * a connection pool less the reserve. Required, except for the default executor and
	 * that of Spring MVC, for which it is 64.
	 * @param pool Name of the bean of the connection pool, where there are several.
	 * @param queueCapacity Number of tasks that may wait.
	 * @param queueTimeout Longest time that a task waits before it is rejected. No limit
	 * by default.
	 * @param runTimeout Longest time that a task runs before it is interrupted. No limit
	 * by default.
	 * @param whenFull What happens to a task when the queue is full: reject, drop, or
	 * wait.
	 * @param submit When a task that is submitted in a transaction is queued: immediate,
	 * or after-commit.
	 * @param submitTimeout Longest time that a caller waits for a place in the queue,
	 * with 'when-full: wait'.
	 */
	record Executor(@Nullable String concurrencyLimit, @Nullable String pool, @DefaultValue("1000") int queueCapacity,
			@Nullable Duration queueTimeout, @Nullable Duration runTimeout, @DefaultValue("reject") WhenFull whenFull,
			@DefaultValue("immediate") Submit submit, @Nullable Duration submitTimeout) {

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
						"It belongs to 'when-full: wait', which requires it, because a caller must not wait for ever.");
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
