package io.perfstarter.routing.autoconfigure;

import io.perfstarter.routing.checks.Check;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches when the join check has a given value. Reads the value with the binder, because
 * {@code off} in YAML is {@code false}.
 */
abstract class OnJoinCheckCondition extends SpringBootCondition {

	private static final String PROPERTY = "perf-starter.routing.transaction-join-check";

	private final Check value;

	OnJoinCheckCondition(Check value) {
		this.value = value;
	}

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		Check check = Binder.get(context.getEnvironment()).bind(PROPERTY, Check.class).orElse(Check.WARN);
		return new ConditionOutcome(this.value == check,
				ConditionMessage.forCondition("Join check").because("'" + PROPERTY + "' is '" + check + "'"));
	}

	/**
	 * Matches when joined transactions are logged.
	 */
	static final class Warn extends OnJoinCheckCondition {

		Warn() {
			super(Check.WARN);
		}

	}

	/**
	 * Matches when joined transactions are rejected.
	 */
	static final class Fail extends OnJoinCheckCondition {

		Fail() {
			super(Check.FAIL);
		}

	}

}
