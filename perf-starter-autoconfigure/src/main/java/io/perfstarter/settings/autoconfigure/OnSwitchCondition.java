package io.perfstarter.settings.autoconfigure;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Reads the property of {@link ConditionalOnSwitch}.
 */
class OnSwitchCondition extends SpringBootCondition {

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		MergedAnnotation<ConditionalOnSwitch> wanted = metadata.getAnnotations().get(ConditionalOnSwitch.class);
		String name = wanted.getString(MergedAnnotation.VALUE);
		boolean state = Binder.get(context.getEnvironment())
			.bind(name, Boolean.class)
			.orElse(wanted.getBoolean("byDefault"));
		return new ConditionOutcome(state,
				ConditionMessage.forCondition(ConditionalOnSwitch.class).because("'%s' is %s".formatted(name, state)));
	}

}
