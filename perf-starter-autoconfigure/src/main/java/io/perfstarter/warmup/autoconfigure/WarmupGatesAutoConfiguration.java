package io.perfstarter.warmup.autoconfigure;

import io.perfstarter.support.SynchronousListener;
import io.perfstarter.warmup.WarmupGate;
import io.perfstarter.warmup.run.Warmup;
import io.perfstarter.warmup.run.WarmupState;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;

/**
 * {@link EnableAutoConfiguration Auto-configuration} that opens {@link WarmupGate} beans
 * in applications without a warm-up.
 */
@AutoConfiguration(after = WarmupAutoConfiguration.class)
@ConditionalOnBean(WarmupGate.class)
@ConditionalOnMissingBean(Warmup.class)
public final class WarmupGatesAutoConfiguration {

	@Bean
	SynchronousListener<?> perfStarterUnheldGatesListener(ObjectProvider<WarmupGate> gates) {
		WarmupState state = new WarmupState(() -> gates.orderedStream().toList());
		state.skip();
		return opens(state);
	}

	/**
	 * Returns the listener that opens the gates when the application accepts traffic.
	 */
	static SynchronousListener<?> opens(WarmupState state) {
		return new SynchronousListener<>(AvailabilityChangeEvent.class, Ordered.LOWEST_PRECEDENCE, (event) -> {
			if (event.getState() == ReadinessState.ACCEPTING_TRAFFIC) {
				state.accept();
			}
		});
	}

}
