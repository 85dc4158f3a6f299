package io.perfstarter.reporting.advice;

/**
 * How far advice can be trusted.
 */
public enum Confidence {

	/**
	 * All inputs were measured or read.
	 */
	HIGH,

	/**
	 * The inputs were measured, and the formula simplifies.
	 */
	MEDIUM,

	/**
	 * An input was assumed, or the formula is a rule of thumb.
	 */
	LOW

}
