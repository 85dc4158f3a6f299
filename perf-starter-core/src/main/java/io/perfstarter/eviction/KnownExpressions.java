package io.perfstarter.eviction;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

import io.perfstarter.coherence.guard.ExpressionVariables;

/**
 * Determines which expressions can be evaluated in which state of a call. Thread-safe.
 */
final class KnownExpressions {

	/**
	 * References to a bean or to the target of the call.
	 */
	private static final Pattern BEANS = Pattern.compile("@|\\btarget\\b");

	private final Map<String, Boolean> needingResult = new ConcurrentHashMap<>();

	/**
	 * Returns whether an expression can be evaluated. That of a running call must not run
	 * code of beans, which may need a connection while the call holds one.
	 * @param expression the expression, blank for none
	 * @param state how far the call is
	 * @return whether it can be evaluated
	 */
	boolean isKnown(String expression, CallState state) {
		return switch (state) {
			case SUCCEEDED -> true;
			case FAILED -> !needsResult(expression);
			case RUNNING -> !needsResult(expression) && !BEANS.matcher(expression).find();
		};
	}

	private boolean needsResult(String expression) {
		return !expression.isBlank() && this.needingResult.computeIfAbsent(expression,
				(text) -> ExpressionVariables.of(text).contains("result"));
	}

}
