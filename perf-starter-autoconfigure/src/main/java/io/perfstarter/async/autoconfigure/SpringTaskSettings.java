package io.perfstarter.async.autoconfigure;

import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Spring Boot's settings {@code spring.task.execution} of the executor that the default
 * executor replaces.
 */
class SpringTaskSettings {

	private static final String PREFIX = "spring.task.execution.";

	private static final String EXECUTOR = AsyncProperties.PREFIX + ".default-executor";

	private static final String LIMIT = EXECUTOR + ".concurrency-limit";

	private static final String SHUTDOWN = AsyncProperties.PREFIX + ".shutdown-timeout";

	/**
	 * The settings without a meaning for a bounded executor, each with the property to
	 * use instead.
	 */
	private static final Map<String, String> OTHERS = new TreeMap<>(
			Map.of("pool.core-size", LIMIT, "pool.keep-alive", LIMIT, "pool.allow-core-thread-timeout", LIMIT,
					"pool.shutdown.accept-tasks-after-context-close", SHUTDOWN, "shutdown.await-termination", SHUTDOWN,
					"shutdown.await-termination-period", SHUTDOWN, "simple.reject-tasks-when-limit-reached",
					EXECUTOR + ".when-full", "simple.cancel-remaining-tasks-on-close", SHUTDOWN));

	private final Binder binder;

	SpringTaskSettings(Environment environment) {
		this.binder = Binder.get(environment);
	}

	@Nullable String threadNamePrefix() {
		return value("thread-name-prefix", String.class);
	}

	/**
	 * Adds the limit and the queue capacity to the settings of the default executor,
	 * where it has none of its own.
	 */
	AsyncProperties.Executor addTo(AsyncProperties.Executor executor) {
		Integer limit = value("simple.concurrency-limit", Integer.class);
		limit = (limit != null) ? limit : value("pool.max-size", Integer.class);
		Integer capacity = value("pool.queue-capacity", Integer.class);
		boolean ownLimit = executor.concurrencyLimit() != null || limit == null || limit < 1;
		boolean ownCapacity = capacity == null || capacity < 0
				|| this.binder.bind(EXECUTOR + ".queue-capacity", Integer.class).isBound();
		return new AsyncProperties.Executor(ownLimit ? executor.concurrencyLimit() : String.valueOf(limit),
				executor.pool(), ownCapacity ? executor.queueCapacity() : capacity, executor.queueTimeout(),
				executor.runTimeout(), executor.whenFull(), executor.submit());
	}

	/**
	 * Returns the settings that have no effect, each with the property to use instead.
	 */
	Map<String, String> withoutEffect() {
		Map<String, String> found = new TreeMap<>(OTHERS);
		found.keySet().removeIf((name) -> value(name, String.class) == null);
		return found;
	}

	private <T> @Nullable T value(String name, Class<T> type) {
		return this.binder.bind(PREFIX + name, type).orElse(null);
	}

}
