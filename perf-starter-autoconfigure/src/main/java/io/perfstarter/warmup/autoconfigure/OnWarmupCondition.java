package io.perfstarter.warmup.autoconfigure;

import java.time.Duration;
import java.util.Map;

import io.perfstarter.warmup.WarmupTask;
import io.perfstarter.warmup.autoconfigure.WarmupProperties.Mode;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.ClassUtils;

/**
 * Matches if {@code perf-starter.warmup.enabled} is {@code true}. Also matches if a
 * request, a shutdown delay, a training or a task is configured, unless Spring Boot
 * DevTools are present. A separate condition handles the value {@code false}.
 */
class OnWarmupCondition extends SpringBootCondition implements ConfigurationCondition {

	private static final Log logger = LogFactory.getLog(OnWarmupCondition.class);

	private static final String RESTARTER = "org.springframework.boot.devtools.restart.Restarter";

	@Override
	public ConfigurationPhase getConfigurationPhase() {
		return ConfigurationPhase.REGISTER_BEAN;
	}

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		ConditionMessage.Builder message = ConditionMessage.forCondition("Warm-up");
		Binder binder = Binder.get(context.getEnvironment());
		if (binder.bind(WarmupProperties.PREFIX + ".enabled", Boolean.class).orElse(false)) {
			return ConditionOutcome.match(message.because("'enabled: true' is configured"));
		}
		if (!isConfigured(binder) && !hasTask(context.getBeanFactory())) {
			return ConditionOutcome.noMatch(message
				.because("no request, no 'shutdown-delay', no WarmupTask bean and no 'enabled: true' is configured"));
		}
		if (!ClassUtils.isPresent(RESTARTER, context.getClassLoader())) {
			return ConditionOutcome.match(message.because("it is configured"));
		}
		logger.info("Warm-up: off, because Spring Boot DevTools are active; '%s.enabled: true' switches it on"
			.formatted(WarmupProperties.PREFIX));
		return ConditionOutcome
			.noMatch(message.because("Spring Boot DevTools are active, and 'enabled: true' is not configured"));
	}

	private static boolean isConfigured(Binder binder) {
		return binder.bind(WarmupProperties.PREFIX + ".requests", Bindable.listOf(Map.class)).isBound()
				|| binder.bind(WarmupProperties.PREFIX + ".mode", Mode.class).orElse(Mode.AUTO) == Mode.TRAINING
				|| !binder.bind(WarmupProperties.PREFIX + ".shutdown-delay", Duration.class)
					.orElse(Duration.ZERO)
					.isZero();
	}

	private static boolean hasTask(@Nullable ListableBeanFactory beans) {
		return beans != null
				&& BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, WarmupTask.class, true, false).length > 0;
	}

}
