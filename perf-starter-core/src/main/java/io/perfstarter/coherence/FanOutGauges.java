package io.perfstarter.coherence;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.perfstarter.coherence.protocol.NodeStatus;

/**
 * Publishes as gauges which peers a {@link FanOut} has.
 */
class FanOutGauges implements MeterBinder {

	private final FanOut fanOut;

	FanOutGauges(FanOut fanOut) {
		this.fanOut = fanOut;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		Gauge.builder("perf.starter.coherence.peers", this.fanOut, FanOut::peers)
			.description("Other instances of this service")
			.baseUnit("instances")
			.register(registry);
		Gauge.builder("perf.starter.coherence.peers.silent", this.fanOut, FanOutGauges::silentPeers)
			.description("Other instances without contact for longer than max-staleness")
			.baseUnit("instances")
			.register(registry);
	}

	private static double silentPeers(FanOut fanOut) {
		NodeStatus status = fanOut.status();
		return (status != null) ? status.silent().size() : 0;
	}

}
