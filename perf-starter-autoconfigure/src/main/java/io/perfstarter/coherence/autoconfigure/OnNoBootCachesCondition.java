package io.perfstarter.coherence.autoconfigure;

import java.util.List;
import java.util.Objects;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if the application does not configure the cache manager of Spring Boot.
 */
class OnNoBootCachesCondition extends SpringBootCondition implements ConfigurationCondition {

	@Override
	public ConfigurationPhase getConfigurationPhase() {
		return ConfigurationPhase.REGISTER_BEAN;
	}

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		ConditionMessage.Builder message = ConditionMessage.forCondition("No caches of Spring Boot");
		List<String> settings = new BootCaches(Objects.requireNonNull(context.getBeanFactory()),
				context.getEnvironment())
			.settings();
		return settings.isEmpty() ? ConditionOutcome.match(message.because("nothing configures them"))
				: ConditionOutcome.noMatch(message.foundExactly(settings));
	}

}
