package io.perfstarter.async.autoconfigure;

import java.util.List;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if an executor is configured.
 */
class ExecutorsCondition extends SpringBootCondition {

	private static final List<String> EXECUTORS = List.of("executors", "default-executor", "mvc-executor");

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		Binder binder = Binder.get(context.getEnvironment());
		boolean configured = EXECUTORS.stream()
			.anyMatch((name) -> binder.bind(AsyncProperties.PREFIX + "." + name, Bindable.of(Object.class)).isBound()
					|| binder.bind(AsyncProperties.PREFIX + "." + name, Bindable.mapOf(String.class, Object.class))
						.isBound());
		ConditionMessage.Builder message = ConditionMessage.forCondition("bounded executors");
		return new ConditionOutcome(configured,
				message.because((configured) ? "an executor is configured" : "no executor is configured"));
	}

}
