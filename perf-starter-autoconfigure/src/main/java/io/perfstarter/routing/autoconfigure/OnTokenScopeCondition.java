package io.perfstarter.routing.autoconfigure;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches when clients keep tokens of their writes.
 */
final class OnTokenScopeCondition extends SpringBootCondition {

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		RoutingProperties.Scope scope = Binder.get(context.getEnvironment())
			.bind(RoutingProperties.SCOPE, RoutingProperties.Scope.class)
			.orElse(RoutingProperties.Scope.REQUEST);
		return new ConditionOutcome(scope.isToken(),
				ConditionMessage.forCondition("Read token").because("the scope is '" + scope + "'"));
	}

}
