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
 * Matches when there is something to warm up: a call, a drain time or a task, or because
 * the property says so. It is another one that switches the warm-up off.
 */
class OnWarmupCondition extends AnyNestedCondition {

	OnWarmupCondition() {
		super(ConfigurationPhase.REGISTER_BEAN);
	}

	/**
	 * By the properties.
	 */
	@Conditional(OnPropertiesCondition.class)
	static class OnProperties {

	}

	/**
	 * By a bean.
	 */
	@ConditionalOnBean(WarmupTask.class)
	static class OnTask {

	}

	/**
	 * Matches when a property asks for it.
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
			return new ConditionOutcome(wanted, ConditionMessage.forCondition("Warm-up")
				.because((wanted) ? "it is configured" : "no call, drain time or 'enabled: true' is configured"));
		}

	}

}
