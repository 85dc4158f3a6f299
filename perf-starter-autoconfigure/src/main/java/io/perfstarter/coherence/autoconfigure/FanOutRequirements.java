package io.perfstarter.coherence.autoconfigure;

import io.perfstarter.coherence.FanOutDemand;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Fails the start, before the web server listens, if the fan-out is needed but a
 * requirement is missing.
 */
class FanOutRequirements implements SmartInitializingSingleton {

	private final ObjectProvider<FanOutDemand> demand;

	private final Runnable check;

	FanOutRequirements(ObjectProvider<FanOutDemand> demand, Runnable check) {
		this.demand = demand;
		this.check = check;
	}

	@Override
	public void afterSingletonsInstantiated() {
		if (this.demand.stream().anyMatch(FanOutDemand::present)) {
			this.check.run();
		}
	}

}
