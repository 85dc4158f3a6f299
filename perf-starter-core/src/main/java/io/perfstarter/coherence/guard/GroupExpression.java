package io.perfstarter.coherence.guard;

import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.expression.Expression;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.SimpleEvaluationContext;

/**
 * Computes the group of an entry by a SpEL expression over {@code #key} and
 * {@code #value}.
 *
 * <p>
 * An entry for which the expression fails has no group, so every eviction of a group of
 * its cache makes it stale; the first failure is logged. Thread-safe.
 */
public final class GroupExpression {

	private static final Log logger = LogFactory.getLog(GroupExpression.class);

	private final Expression expression;

	private final AtomicBoolean failed = new AtomicBoolean();

	/**
	 * Parses the expression.
	 * @param expression the SpEL expression
	 * @throws ParseException if it cannot be parsed
	 * @throws IllegalArgumentException if it refers to anything but {@code #key} and
	 * {@code #value}
	 */
	public GroupExpression(String expression) {
		Set<String> unknown = ExpressionVariables.of(expression);
		unknown.removeAll(Set.of("key", "value"));
		if (!unknown.isEmpty()) {
			throw new IllegalArgumentException("the expression refers to '#" + String.join("', '#", unknown) + "'");
		}
		this.expression = new SpelExpressionParser().parseExpression(expression);
	}

	@Nullable Object groupOf(Object key, @Nullable Object value) {
		SimpleEvaluationContext context = SimpleEvaluationContext.forReadOnlyDataBinding()
			.withInstanceMethods()
			.build();
		context.setVariable("key", key);
		context.setVariable("value", value);
		try {
			return this.expression.getValue(context);
		}
		catch (RuntimeException ex) {
			if (this.failed.compareAndSet(false, true)) {
				logger.warn("The group expression '%s' cannot be evaluated for a key of type %s (%s); such entries have"
					.formatted(this.expression.getExpressionString(), key.getClass().getName(),
							ex.getClass().getSimpleName())
						+ " no group, and every eviction of a group makes them stale");
			}
			return null;
		}
	}

	@Override
	public String toString() {
		return this.expression.getExpressionString();
	}

}
