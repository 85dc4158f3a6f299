package io.perfstarter.reporting.verdict;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Looks for one cause. It is asked once the part of the time that the cause makes long is
 * known to be long, and answers whether that cause made it so.
 */
interface Rule {

	/**
	 * Looks for it.
	 * @param judged what is judged
	 * @return the verdict without others, {@code null} if it is not that
	 */
	@Nullable Verdict judge(Case judged);

	/**
	 * Asks one rule after the other.
	 * @param rules the rules
	 * @param judged what is judged
	 * @return the first verdict, {@code null} if there is none
	 */
	static @Nullable Verdict first(List<Rule> rules, Case judged) {
		for (Rule rule : rules) {
			Verdict verdict = rule.judge(judged);
			if (verdict != null) {
				return verdict;
			}
		}
		return null;
	}

}
