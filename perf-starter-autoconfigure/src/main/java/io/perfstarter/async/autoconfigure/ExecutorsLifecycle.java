package io.perfstarter.async.autoconfigure;

import java.time.Duration;

import io.perfstarter.async.BoundedExecutors;

import org.springframework.context.SmartLifecycle;

/**
 * Lets the executors run empty at the stop.
 */
class ExecutorsLifecycle implements SmartLifecycle {

	/**
	 * Stopped after the last requests are served, which submit tasks, and before the
	 * peers are told goodbye, because tasks evict, and before pools are closed.
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
