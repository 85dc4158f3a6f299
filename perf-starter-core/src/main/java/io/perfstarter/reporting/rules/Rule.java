package io.perfstarter.reporting.rules;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Recognizes one cause. Callers evaluate a rule only if the time component that its cause
 * affects is large.
 */
interface Rule {

	/**
	 * Evaluates this rule.
	 * @param judged the input
	 * @return the verdict without further causes, {@code null} if the rule does not match
	 */
	@Nullable Verdict judge(Diagnosis judged);

	/**
	 * Evaluates several rules in order.
	 * @param rules the rules
	 * @param judged the input
	 * @return the first verdict, {@code null} if no rule matches
	 */
	static @Nullable Verdict first(List<Rule> rules, Diagnosis judged) {
		for (Rule rule : rules) {
			Verdict verdict = rule.judge(judged);
			if (verdict != null) {
				return verdict;
			}
		}
		return null;
	}

}
