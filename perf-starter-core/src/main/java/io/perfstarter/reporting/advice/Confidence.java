package io.perfstarter.reporting.advice;

/**
 * The reliability of advice.
 */
public enum Confidence {

	/**
	 * All inputs are measured or read.
	 */
	HIGH,

	/**
	 * The inputs are measured, but the formula simplifies.
	 */
	MEDIUM,

	/**
	 * An input is assumed, or the formula is a rule of thumb.
	 */
	LOW

}
