package io.perfstarter.coherence.autoconfigure;

import java.io.UncheckedIOException;

import io.perfstarter.coherence.FanOut;
import io.perfstarter.coherence.FanOutDemand;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.SmartLifecycle;

/**
 * Starts and stops the fan-out with the application if it is needed. Two beans of this
 * type have the two phases: the lower one is started first, and the higher one is stopped
 * first.
 */
class FanOutLifecycle implements SmartLifecycle {

	/**
	 * The phase of the start: before Spring Cloud registers this instance, in phase 0 or
	 * with the web server, so that it answers the first message of a peer.
	 */
	static final int START = -1;

	/**
	 * The phase in which an application without a web server discovers its peers. The
	 * fan-out stops in it, too: after the last requests, so that their evictions are
	 * sent, and before the web server.
	 */
	static final int DISCOVERY = SmartLifecycle.DEFAULT_PHASE - 1536;

	private static final Log logger = LogFactory.getLog(FanOutLifecycle.class);

	private final FanOut fanOut;

	private final ObjectProvider<FanOutDemand> demand;

	private final CoherenceProperties properties;

	private final int phase;

	FanOutLifecycle(FanOut fanOut, ObjectProvider<FanOutDemand> demand, CoherenceProperties properties, int phase) {
		this.fanOut = fanOut;
		this.demand = demand;
		this.properties = properties;
		this.phase = phase;
	}

	@Override
	public int getPhase() {
		return this.phase;
	}

	@Override
	public void start() {
		if (this.demand.stream().anyMatch(FanOutDemand::present)) {
			if (this.phase == START) {
				listen();
				warnIfLookUpsAreRare();
			}
			else {
				this.fanOut.discover();
			}
		}
	}

	private void listen() {
		try {
			this.fanOut.start();
		}
		catch (UncheckedIOException ex) {
			throw new InvalidConfigurationPropertyValueException(CoherenceProperties.PREFIX + ".port",
					this.properties.port(),
					"The port cannot be used (%s): choose one that is free on each instance, or stop the process that uses it."
						.formatted(ex.getMessage()));
		}
	}

	/**
	 * The propagation delay is the time until all instances see a new one, so it includes
	 * the time until they look.
	 */
	private void warnIfLookUpsAreRare() {
		if (this.properties.discoveryInterval().compareTo(this.properties.registryPropagationDelay()) > 0) {
			logger.warn(
					"'%s.discovery-interval' (%s) is longer than '%1$s.registry-propagation-delay' (%s), which includes it, so an eviction may miss a new instance for longer: shorten the interval, or lengthen the delay"
						.formatted(CoherenceProperties.PREFIX, this.properties.discoveryInterval(),
								this.properties.registryPropagationDelay()));
		}
	}

	@Override
	public void stop() {
		this.fanOut.close();
	}

	@Override
	public boolean isRunning() {
		return (this.phase == START) ? this.fanOut.isRunning() : this.fanOut.isDiscovering();
	}

}
