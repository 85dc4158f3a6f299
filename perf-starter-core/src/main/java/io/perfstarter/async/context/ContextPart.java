package io.perfstarter.async.context;

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
	LOCALE,

	/**
	 * The values of the application's own accessors: beans and services of the type
	 * {@link io.micrometer.context.ThreadLocalAccessor}.
	 */
	APPLICATION

}
