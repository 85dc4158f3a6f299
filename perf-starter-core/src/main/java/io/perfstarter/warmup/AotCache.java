package io.perfstarter.warmup;

import java.util.List;

/**
 * The state of the JDK's AOT cache (JEP 483) at this start. The JVM ignores a cache that
 * does not match and reports that only on standard output before logging starts. The
 * number of classes that the first calls load shows reliably whether the cache is in use.
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
	 * The first calls loaded their classes as without a cache.
	 */
	INEFFECTIVE,

	/**
	 * A cache is configured, but no call succeeded, so its effect is not known.
	 */
	UNKNOWN;

	/**
	 * With a cache from a training run with warm-up requests, the first calls load fewer
	 * than 100 classes; without one, more than 1,000.
	 */
	private static final long FEW_CLASSES = 300;

	/**
	 * Determines the state of the AOT cache.
	 * @param arguments the JVM arguments
	 * @param results the results, with the number of classes that the first calls loaded
	 */
	static AotCache judge(List<String> arguments, Results results) {
		if (arguments.stream().noneMatch((argument) -> argument.startsWith("-XX:AOTCache="))) {
			return NONE;
		}
		if (!results.isAnyCalled()) {
			return UNKNOWN;
		}
		return (results.linkedClasses() <= FEW_CLASSES) ? EFFECTIVE : INEFFECTIVE;
	}

}
