package io.perfstarter.async;

/**
 * A part of what a caller's thread knows that its tasks may know, too.
 */
public enum ContextPart {

	/**
	 * The current observation, span and baggage.
	 */
	TRACING,

	/**
	 * The diagnostic context of SLF4J.
	 */
	MDC,

	/**
	 * Who is authenticated.
	 */
	SECURITY,

	/**
	 * The locale, and the time zone if it is known.
	 */
	LOCALE

}
