package io.perfstarter.async.autoconfigure;

import java.time.Duration;

import io.perfstarter.async.BoundedExecutors;

import org.springframework.context.SmartLifecycle;

/**
 * Starts the executors and shuts them down in order.
 */
class ExecutorsLifecycle implements SmartLifecycle {

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
