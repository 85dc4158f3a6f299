package io.perfstarter.coherence.autoconfigure;

import io.perfstarter.coherence.FanOut;
import io.perfstarter.coherence.FanOutDemand;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.cloud.client.discovery.event.HeartbeatEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;

/**
 * Starts and stops the fan-out with the application if it is needed, and triggers the
 * discovery of peers when the registry changes.
 */
class FanOutLifecycle implements SmartLifecycle, ApplicationListener<HeartbeatEvent> {

	/**
	 * The phase of the fan-out. It starts after the web server, so that peers can respond
	 * to the first message. It stops after the last requests, so that their evictions are
	 * sent, and before the web server.
	 */
	static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 1536;

	private final FanOut fanOut;

	private final ObjectProvider<FanOutDemand> demand;

	FanOutLifecycle(FanOut fanOut, ObjectProvider<FanOutDemand> demand) {
		this.fanOut = fanOut;
		this.demand = demand;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

	@Override
	public void start() {
		if (this.demand.stream().anyMatch(FanOutDemand::present)) {
			this.fanOut.start();
		}
	}

	@Override
	public void stop() {
		this.fanOut.close();
	}

	@Override
	public boolean isRunning() {
		return this.fanOut.isRunning();
	}

	@Override
	public void onApplicationEvent(HeartbeatEvent event) {
		this.fanOut.refresh();
	}

	@Override
	public boolean supportsAsyncExecution() {
		return false;
	}

}
