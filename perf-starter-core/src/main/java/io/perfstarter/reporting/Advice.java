package io.perfstarter.reporting;

import java.util.List;
import java.util.stream.Stream;

/**
 * Describes the recommended value of one setting. The starter never changes the setting.
 *
 * @param setting the setting, with the name of the pool that it belongs to, if any
 * @param current the configured value
 * @param recommended the recommended value, equal to {@code current} if no change is
 * needed; empty if no advice is possible
 * @param formula the formula of the recommended value
 * @param inputs the inputs of the formula, with units
 * @param source the origin of the formula
 * @param reason the reason for the advice, or for its absence; one or two sentences
 */
record Advice(String setting, String current, String recommended, String formula, List<String> inputs, String source,
		String reason) {

	boolean refused() {
		return this.recommended.isEmpty();
	}

	/**
	 * Returns the result and the recommended change.
	 * @return one or more sentences
	 */
	String sentence() {
		return (asksForChange() ? this.recommended + " instead of " + this.current + ". " : "") + this.reason;
	}

	/**
	 * Returns how the value was computed.
	 * @return the formula, the inputs and the source
	 */
	List<String> details() {
		return Stream.of(List.of("formula: " + this.formula), this.inputs, List.of("source: " + this.source))
			.flatMap(List::stream)
			.toList();
	}

	/**
	 * Returns whether the recommended value differs from the current one.
	 * @return {@code true} if the setting should change
	 */
	boolean asksForChange() {
		return !refused() && !this.recommended.equals(this.current);
	}

}
