package io.perfstarter.reporting.advice;

import java.util.List;

/**
 * Describes the recommended value of one setting. The starter never changes the setting.
 *
 * @param setting the setting
 * @param subject the pool that the setting belongs to; empty if there is only one
 * @param current the configured value, empty if it is unknown
 * @param recommended the recommended value, equal to {@code current} if no change is
 * needed; empty if no advice is possible
 * @param formula the formula of the recommended value
 * @param inputs the inputs of the formula, with units
 * @param source the origin of the formula
 * @param confidence the reliability of the advice
 * @param reason the reason for the advice, or for its absence; one or two sentences
 */
public record Advice(Setting setting, String subject, String current, String recommended, String formula,
		List<String> inputs, String source, Confidence confidence, String reason) {

	public Advice {
		inputs = List.copyOf(inputs);
	}

	/**
	 * Returns whether no advice is possible.
	 * @return {@code true} if there is no recommended value
	 */
	public boolean refused() {
		return this.recommended.isEmpty();
	}

	/**
	 * Returns whether the recommended value differs from the current one.
	 * @return {@code true} if the setting should change
	 */
	public boolean asksForChange() {
		return !refused() && !this.recommended.equals(this.current);
	}

	Advice refusedBecause(String because) {
		return new Advice(this.setting, this.subject, this.current, "", this.formula, this.inputs, this.source,
				this.confidence, because);
	}

}
