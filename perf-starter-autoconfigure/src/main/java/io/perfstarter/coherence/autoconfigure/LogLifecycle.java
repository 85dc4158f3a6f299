package io.perfstarter.coherence.autoconfigure;

import io.perfstarter.coherence.FanOutDemand;
import io.perfstarter.coherence.LogFanOut;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;

/**
 * Reads the invalidation log from before the first until after the last request, if it is
 * needed.
 */
class LogLifecycle implements SmartLifecycle {

	/**
	 * The phase: connections, such as to Redis, start earlier and stop later.
	 */
	static final int PHASE = 1;

	private final LogFanOut fanOut;

	private final ObjectProvider<FanOutDemand> demand;

	private final Access access;

	LogLifecycle(LogFanOut fanOut, ObjectProvider<FanOutDemand> demand, Access access) {
		this.fanOut = fanOut;
		this.demand = demand;
		this.access = access;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

	@Override
	public void start() {
		if (this.demand.stream().anyMatch(FanOutDemand::present)) {
			this.access.begin();
			this.fanOut.start();
		}
	}

	@Override
	public void stop() {
		this.fanOut.stop();
		this.access.end();
	}

	@Override
	public boolean isRunning() {
		return this.fanOut.isRunning();
	}

	/**
	 * What an instance does in order to use the log.
	 */
	interface Access {

		/**
		 * Called before the log is read.
		 */
		void begin();

		/**
		 * Called after the log was read last.
		 */
		default void end() {
		}

	}

}
