package io.perfstarter.warmup.autoconfigure;

import io.perfstarter.warmup.Gates;
import io.perfstarter.warmup.Warmup;
import io.perfstarter.warmup.WarmupGate;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for gates where there is no warm-up
 * to wait for: they would stay closed for ever.
 */
@AutoConfiguration(after = WarmupAutoConfiguration.class)
@ConditionalOnBean(WarmupGate.class)
@ConditionalOnMissingBean(Warmup.class)
public final class WarmupGatesAutoConfiguration {

	@Bean
	UnheldGates warmupUnheldGates(ObjectProvider<WarmupGate> gates) {
		return new UnheldGates(new Gates(() -> gates.orderedStream().toList()));
	}

	/**
	 * Opens the gates when the application accepts traffic.
	 */
	static class UnheldGates {

		private final Gates gates;

		UnheldGates(Gates gates) {
			this.gates = gates;
		}

		@EventListener
		void accepting(AvailabilityChangeEvent<ReadinessState> event) {
			if (event.getState() == ReadinessState.ACCEPTING_TRAFFIC) {
				this.gates.open();
			}
		}

	}

}
