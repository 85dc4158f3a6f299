package io.perfstarter.coherence.autoconfigure;

import java.util.function.BooleanSupplier;

import io.perfstarter.coherence.FanOutDemand;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;

/**
 * Starts and stops a part of the fan-out with the application if it is needed. Lower
 * phases are started first, and stopped last.
 *
 * @param phase the phase
 * @param demand what needs the fan-out
 * @param starting starts the part
 * @param stopping stops it
 * @param running returns whether it runs
 */
record DemandLifecycle(int phase, ObjectProvider<FanOutDemand> demand, Runnable starting, Runnable stopping,
		BooleanSupplier running) implements SmartLifecycle {

	/**
	 * The phase of the start. Spring Cloud registers this instance later, in phase 0 or
	 * with the web server, so the instance can answer the first message of a peer.
	 */
	static final int START = -1;

	/**
	 * The phase of the invalidation log, which is read from before the first until after
	 * the last request. Connections, such as connections to Redis, start earlier and stop
	 * later.
	 */
	static final int LOG = 1;

	/**
	 * The phase in which an application without a web server discovers its peers. The
	 * fan-out stops in this phase, too: after the last requests, so that their evictions
	 * are sent, and before the web server.
	 */
	static final int DISCOVERY = SmartLifecycle.DEFAULT_PHASE - 1536;

	@Override
	public int getPhase() {
		return this.phase;
	}

	@Override
	public void start() {
		if (this.demand.stream().anyMatch(FanOutDemand::present)) {
			this.starting.run();
		}
	}

	@Override
	public void stop() {
		this.stopping.run();
	}

	@Override
	public boolean isRunning() {
		return this.running.getAsBoolean();
	}

}
