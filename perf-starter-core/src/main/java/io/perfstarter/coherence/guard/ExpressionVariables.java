package io.perfstarter.coherence.guard;

import java.util.LinkedHashSet;
import java.util.Set;

import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;

/**
 * Finds the variables that a SpEL expression refers to, because SpEL evaluates an unknown
 * variable to {@code null} without an error.
 */
public final class ExpressionVariables {

	private ExpressionVariables() {
	}

	/**
	 * Finds the variables of an expression.
	 * @param expression the expression
	 * @return their names, in the order in which they occur
	 * @throws org.springframework.expression.ParseException if the expression cannot be
	 * parsed
	 */
	public static Set<String> of(String expression) {
		Set<String> variables = new LinkedHashSet<>();
		SpelExpression parsed = (SpelExpression) new SpelExpressionParser().parseExpression(expression);
		collect(parsed.getAST(), variables);
		return variables;
	}

	private static void collect(SpelNode node, Set<String> variables) {
		if (node instanceof VariableReference) {
			variables.add(node.toStringAST().substring(1));
		}
		for (int i = 0; i < node.getChildCount(); i++) {
			collect(node.getChild(i), variables);
		}
	}

}
