package io.perfstarter.async.autoconfigure;

import java.util.List;
import java.util.Map;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.BindResult;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if {@code perf-starter.async.enabled} is {@code true}, or, if it is not set, if
 * an executor is configured.
 */
class ExecutorsCondition extends SpringBootCondition {

	private static final List<String> EXECUTORS = List.of("executors", "default-executor", "mvc-executor");

	private static final String PROPERTY = AsyncProperties.PREFIX + ".enabled";

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		ConditionMessage.Builder message = ConditionMessage.forCondition("bounded executors");
		Binder binder = Binder.get(context.getEnvironment());
		BindResult<Boolean> wanted = binder.bind(PROPERTY, Boolean.class);
		if (wanted.isBound()) {
			return new ConditionOutcome(wanted.get(), message.because("'" + PROPERTY + "' is " + wanted.get()));
		}
		boolean configured = EXECUTORS.stream()
			.anyMatch((name) -> binder.bind(AsyncProperties.PREFIX + "." + name, Map.class).isBound());
		return new ConditionOutcome(configured, message.because("'" + PROPERTY + "' is not set, and "
				+ ((configured) ? "an executor is configured" : "no executor is configured")));
	}

}
