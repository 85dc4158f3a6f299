package io.perfstarter.warmup.autoconfigure;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.ClassUtils;

/**
 * Does not match with Spring Boot DevTools, which restart the application often, unless
 * {@code perf-starter.warmup.enabled} is {@code true}. Evaluated last, because it logs
 * that a warm-up which is configured is off.
 */
class OffUnderDevToolsCondition extends SpringBootCondition implements ConfigurationCondition {

	private static final Log logger = LogFactory.getLog(OffUnderDevToolsCondition.class);

	private static final String RESTARTER = "org.springframework.boot.devtools.restart.Restarter";

	@Override
	public ConfigurationPhase getConfigurationPhase() {
		return ConfigurationPhase.REGISTER_BEAN;
	}

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		ConditionMessage.Builder message = ConditionMessage.forCondition("Warm-up");
		boolean wanted = Binder.get(context.getEnvironment())
			.bind(WarmupProperties.PREFIX + ".enabled", Boolean.class)
			.orElse(false);
		if (wanted || !ClassUtils.isPresent(RESTARTER, context.getClassLoader())) {
			return ConditionOutcome.match(message.because("Spring Boot DevTools are not active"));
		}
		logger.info("Warm-up: off, because Spring Boot DevTools are active; '%s.enabled: true' switches it on"
			.formatted(WarmupProperties.PREFIX));
		return ConditionOutcome
			.noMatch(message.because("Spring Boot DevTools are active, and 'enabled: true' is not configured"));
	}

}
