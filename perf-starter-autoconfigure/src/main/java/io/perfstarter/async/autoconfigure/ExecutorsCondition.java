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
 * Matches if an executor is configured and executors are not switched off.
 */
class ExecutorsCondition extends SpringBootCondition {

	private static final List<String> EXECUTORS = List.of("executors", "default-executor", "mvc-executor");

	private static final String ENABLED = AsyncProperties.PREFIX + ".enabled";

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		Binder binder = Binder.get(context.getEnvironment());
		ConditionMessage.Builder message = ConditionMessage.forCondition("bounded executors");
		if (!binder.bind(ENABLED, Boolean.class).orElse(true)) {
			return ConditionOutcome.noMatch(message.because("'" + ENABLED + "' is false"));
		}
		boolean configured = EXECUTORS.stream()
			.map((name) -> AsyncProperties.PREFIX + "." + name)
			.anyMatch((name) -> binder.bind(name, Bindable.of(Object.class)).isBound()
					|| binder.bind(name, Bindable.mapOf(String.class, Object.class)).isBound());
		return new ConditionOutcome(configured,
				message.because((configured) ? "an executor is configured" : "no executor is configured"));
	}

}
