package io.perfstarter.warmup.autoconfigure;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.ClassUtils;

/**
 * Does not match with Spring Boot DevTools, which restart the application often, unless
 * {@code perf-starter.warmup.enabled} is {@code true}.
 */
class OffUnderDevToolsCondition extends SpringBootCondition {

	private static final String RESTARTER = "org.springframework.boot.devtools.restart.Restarter";

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		ConditionMessage.Builder message = ConditionMessage.forCondition("Warm-up");
		boolean wanted = Binder.get(context.getEnvironment())
			.bind(WarmupProperties.PREFIX + ".enabled", Boolean.class)
			.orElse(false);
		if (wanted || !ClassUtils.isPresent(RESTARTER, context.getClassLoader())) {
			return ConditionOutcome.match(message.because("Spring Boot DevTools are not active"));
		}
		return ConditionOutcome
			.noMatch(message.because("Spring Boot DevTools are active, and 'enabled: true' is not configured"));
	}

}
