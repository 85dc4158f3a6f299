package io.perfstarter.warmup.autoconfigure;

import io.perfstarter.warmup.WarmupGate;
import io.perfstarter.warmup.run.Warmup;
import io.perfstarter.warmup.run.WarmupState;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for {@link WarmupGate} beans in
 * applications without a warm-up, which would otherwise stay closed.
 */
@AutoConfiguration(after = WarmupAutoConfiguration.class)
@ConditionalOnBean(WarmupGate.class)
@ConditionalOnMissingBean(Warmup.class)
public final class WarmupGatesAutoConfiguration {

	@Bean
	AcceptingListener perfStarterUnheldGatesListener(ObjectProvider<WarmupGate> gates) {
		WarmupState state = new WarmupState(() -> gates.orderedStream().toList());
		state.skip();
		return new AcceptingListener(state::accept);
	}

}
