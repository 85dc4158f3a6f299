package io.perfstarter.routing.autoconfigure;

import java.util.Set;

import io.perfstarter.routing.checks.Check;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches when a check has one of the given values. Reads the value with the binder,
 * because {@code off} in YAML is {@code false}.
 */
abstract class OnCheckCondition extends SpringBootCondition {

	private final String property;

	private final Set<Check> values;

	OnCheckCondition(String property, Set<Check> values) {
		this.property = property;
		this.values = values;
	}

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		Check check = check(context.getEnvironment(), this.property);
		return new ConditionOutcome(this.values.contains(check),
				ConditionMessage.forCondition("Check").because("'" + this.property + "' is '" + check + "'"));
	}

	private static Check check(Environment environment, String property) {
		return Binder.get(environment).bind(property, Check.class).orElse(Check.WARN);
	}

	/**
	 * Matches when joined transactions are logged.
	 */
	static final class JoinWarn extends OnCheckCondition {

		JoinWarn() {
			super("perf-starter.routing.transaction-join-check", Set.of(Check.WARN));
		}

	}

	/**
	 * Matches when joined transactions are rejected.
	 */
	static final class JoinFail extends OnCheckCondition {

		JoinFail() {
			super("perf-starter.routing.transaction-join-check", Set.of(Check.FAIL));
		}

	}

	/**
	 * Matches when lost writes are logged or rejected.
	 */
	static final class LostWrites extends OnCheckCondition {

		private static final String PROPERTY = "perf-starter.routing.lost-write-check";

		LostWrites() {
			super(PROPERTY, Set.of(Check.WARN, Check.FAIL));
		}

		static Check check(Environment environment) {
			return OnCheckCondition.check(environment, PROPERTY);
		}

	}

}
