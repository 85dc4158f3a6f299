package io.perfstarter.coherence.autoconfigure;

import java.util.Map;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches when caches are named under {@code perf-starter.coherence.caches}.
 */
class OnNamedCachesCondition extends SpringBootCondition {

	private static final String CACHES = CoherenceProperties.PREFIX + ".caches";

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		ConditionMessage.Builder message = ConditionMessage.forCondition("Named caches");
		Map<String, Object> caches = Binder.get(context.getEnvironment())
			.bind(CACHES, Bindable.mapOf(String.class, Object.class))
			.orElse(Map.of());
		return (caches.isEmpty()) ? ConditionOutcome.noMatch(message.because("no cache is named under " + CACHES))
				: ConditionOutcome.match(message.foundExactly(caches.keySet()));
	}

}
