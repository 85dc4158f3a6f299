package io.perfstarter.reporting.advice;

import java.util.List;

/**
 * Advice on one setting. Nothing is changed by it.
 *
 * @param setting the setting
 * @param subject whose setting: the name of a pool; empty if there is only one
 * @param current what it is set to, empty if that is not known
 * @param recommended what it should be, the same as {@code current} if it may stay; empty
 * if no advice can be given
 * @param formula how it was computed
 * @param inputs what it was computed from, with units
 * @param source where the formula comes from
 * @param confidence how far it can be trusted
 * @param reason why, or why no advice can be given; one sentence or two
 */
public record Advice(Setting setting, String subject, String current, String recommended, String formula,
		List<String> inputs, String source, Confidence confidence, String reason) {

	public Advice {
		inputs = List.copyOf(inputs);
	}

	/**
	 * Whether no advice can be given.
	 * @return whether it is so
	 */
	public boolean refused() {
		return this.recommended.isEmpty();
	}

	/**
	 * Whether something should be set that is not.
	 * @return whether it is so
	 */
	public boolean asksForChange() {
		return !refused() && !this.recommended.equals(this.current);
	}

	Advice refusedBecause(String because) {
		return new Advice(this.setting, this.subject, this.current, "", this.formula, this.inputs, this.source,
				this.confidence, because);
	}

}
