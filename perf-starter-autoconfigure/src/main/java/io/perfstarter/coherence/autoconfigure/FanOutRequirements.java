package io.perfstarter.coherence.autoconfigure;

import io.perfstarter.coherence.FanOutDemand;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Fails the start, before the web server listens, if the fan-out is needed but a
 * requirement is missing.
 *
 * @param demand what needs the fan-out
 * @param check fails if a requirement is missing
 */
record FanOutRequirements(ObjectProvider<FanOutDemand> demand, Runnable check) implements SmartInitializingSingleton {

	@Override
	public void afterSingletonsInstantiated() {
		if (this.demand.stream().anyMatch(FanOutDemand::present)) {
			this.check.run();
		}
	}

}
