package io.perfstarter.settings.autoconfigure;

import java.util.List;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Reads the properties of {@link ConditionalOnSwitch}.
 */
class OnSwitchCondition extends SpringBootCondition {

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		MergedAnnotation<ConditionalOnSwitch> wanted = metadata.getAnnotations().get(ConditionalOnSwitch.class);
		Binder binder = Binder.get(context.getEnvironment());
		boolean byDefault = wanted.getBoolean("byDefault");
		List<String> names = List.of(wanted.getStringArray(MergedAnnotation.VALUE));
		boolean state = names.stream().anyMatch((name) -> binder.bind(name, Boolean.class).orElse(byDefault));
		return new ConditionOutcome(state, ConditionMessage.forCondition(ConditionalOnSwitch.class)
			.because("'%s' is %s".formatted(String.join("' or '", names), state)));
	}

}
