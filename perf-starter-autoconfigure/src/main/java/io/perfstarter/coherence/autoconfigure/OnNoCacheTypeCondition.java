package io.perfstarter.coherence.autoconfigure;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if the application does not set a cache provider.
 */
class OnNoCacheTypeCondition extends SpringBootCondition {

	static final String CACHE_TYPE = "spring.cache.type";

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		ConditionMessage.Builder message = ConditionMessage.forCondition("No cache type");
		return (context.getEnvironment().containsProperty(CACHE_TYPE))
				? ConditionOutcome.noMatch(message.because(CACHE_TYPE + " is set"))
				: ConditionOutcome.match(message.because(CACHE_TYPE + " is not set"));
	}

}
