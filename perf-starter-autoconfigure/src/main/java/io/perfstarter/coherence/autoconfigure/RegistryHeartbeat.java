package io.perfstarter.coherence.autoconfigure;

import io.perfstarter.coherence.FanOut;

import org.springframework.cloud.client.discovery.event.HeartbeatEvent;
import org.springframework.context.ApplicationListener;

/**
 * Triggers the discovery of peers when the registry changes.
 */
class RegistryHeartbeat implements ApplicationListener<HeartbeatEvent> {

	private final FanOut fanOut;

	RegistryHeartbeat(FanOut fanOut) {
		this.fanOut = fanOut;
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
