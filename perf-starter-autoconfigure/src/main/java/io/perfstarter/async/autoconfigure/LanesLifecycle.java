package io.perfstarter.async.autoconfigure;

import java.time.Duration;

import io.perfstarter.async.Lanes;

import org.springframework.context.SmartLifecycle;

/**
 * Lets the lanes run empty at the stop.
 */
class LanesLifecycle implements SmartLifecycle {

	/**
	 * Stopped after the last requests are served, which submit tasks, and before the
	 * peers are told goodbye, because tasks evict, and before pools are closed.
	 */
	static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 1280;

	private final Lanes lanes;

	private final Duration drainTimeout;

	LanesLifecycle(Lanes lanes, Duration drainTimeout) {
		this.lanes = lanes;
		this.drainTimeout = drainTimeout;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

	@Override
	public void start() {
		this.lanes.start();
	}

	@Override
	public void stop() {
		this.lanes.stop(this.drainTimeout);
	}

	@Override
	public boolean isRunning() {
		return this.lanes.isOpen();
	}

}
