package io.perfstarter.async;

/**
 * A part of the caller's thread context that can be propagated to its tasks.
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
	 * A copy of the security context of Spring Security.
	 */
	SECURITY,

	/**
	 * The locale, and the time zone if set.
	 */
	LOCALE

}
