package io.perfstarter.warmup;

/**
 * The state of the JDK's AOT cache (JEP 483) at this start. The JVM ignores a cache that
 * does not match, and reports this only on standard output, before logging starts. The
 * number of classes that the first calls load shows whether the cache is in use.
 */
public enum AotCache {

	/**
	 * The JVM was started without an AOT cache.
	 */
	NONE,

	/**
	 * The classes of the first calls were loaded from the cache.
	 */
	EFFECTIVE,

	/**
	 * The first calls loaded about as many classes as without a cache.
	 */
	INEFFECTIVE,

	/**
	 * A cache is configured, but no call succeeded, so its effect is not known.
	 */
	UNKNOWN

}
