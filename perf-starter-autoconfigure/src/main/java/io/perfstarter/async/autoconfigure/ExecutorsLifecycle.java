package io.perfstarter.async.autoconfigure;

import java.time.Duration;
import java.util.stream.Collectors;

import io.perfstarter.async.BoundedExecutors;
import io.perfstarter.async.BoundedTaskExecutor;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.SmartLifecycle;

/**
 * Logs the executors when all are created, and shuts them down in order.
 */
class ExecutorsLifecycle implements SmartInitializingSingleton, SmartLifecycle {

	private static final Log logger = LogFactory.getLog(ExecutorsLifecycle.class);

	/**
	 * Stopped after the last requests, which submit tasks, and before the fan-out and the
	 * connection pools are closed, because tasks evict entries and use connections.
	 */
	static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 1280;

	private final BoundedExecutors executors;

	private final Duration drainTimeout;

	ExecutorsLifecycle(BoundedExecutors executors, Duration drainTimeout) {
		this.executors = executors;
		this.drainTimeout = drainTimeout;
	}

	@Override
	public void afterSingletonsInstantiated() {
		String names = this.executors.all()
			.stream()
			.map(ExecutorsLifecycle::describe)
			.sorted()
			.collect(Collectors.joining(", "));
		if (!names.isEmpty()) {
			logger.info("Executors: " + names);
		}
	}

	private static String describe(BoundedTaskExecutor executor) {
		return "'%s' (up to %d tasks at once%s)".formatted(executor.name(), executor.getMaxPoolSize(),
				executor.pool().isEmpty() ? "" : ", a share of the pool '" + executor.pool() + "'");
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

	@Override
	public void start() {
		this.executors.start();
	}

	@Override
	public void stop() {
		this.executors.stop(this.drainTimeout);
	}

	@Override
	public boolean isRunning() {
		return this.executors.isOpen();
	}

}
