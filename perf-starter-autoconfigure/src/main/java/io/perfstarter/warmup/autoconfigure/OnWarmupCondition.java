package io.perfstarter.warmup.autoconfigure;

import java.time.Duration;
import java.util.Map;

import io.perfstarter.warmup.WarmupTask;
import io.perfstarter.warmup.autoconfigure.WarmupProperties.Mode;

import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if a request, a shutdown delay or a task is configured, or
 * {@code perf-starter.warmup.enabled} is {@code true}. Another condition switches the
 * warm-up off.
 */
class OnWarmupCondition extends AnyNestedCondition {

	OnWarmupCondition() {
		super(ConfigurationPhase.REGISTER_BEAN);
	}

	/**
	 * Matches by properties.
	 */
	@Conditional(OnPropertiesCondition.class)
	static class OnProperties {

	}

	/**
	 * Matches by a bean.
	 */
	@ConditionalOnBean(WarmupTask.class)
	static class OnTask {

	}

	/**
	 * Matches if the properties configure a warm-up.
	 */
	static class OnPropertiesCondition extends SpringBootCondition {

		@Override
		public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
			Binder binder = Binder.get(context.getEnvironment());
			boolean wanted = binder.bind(WarmupProperties.PREFIX + ".enabled", Boolean.class).orElse(false)
					|| binder.bind(WarmupProperties.PREFIX + ".requests", Bindable.listOf(Map.class)).isBound()
					|| binder.bind(WarmupProperties.PREFIX + ".mode", Mode.class).orElse(Mode.AUTO) == Mode.TRAINING
					|| !binder.bind(WarmupProperties.PREFIX + ".shutdown-delay", Duration.class)
						.orElse(Duration.ZERO)
						.isZero();
			return new ConditionOutcome(wanted,
					ConditionMessage.forCondition("Warm-up")
						.because((wanted) ? "it is configured"
								: "no request, no 'shutdown-delay' and no 'enabled: true' is configured"));
		}

	}

}
