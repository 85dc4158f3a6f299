package io.perfstarter.warmup;

import java.util.List;

/**
 * The state of the JDK's AOT cache (JEP 483) at this start. The JVM goes on without one
 * that does not fit, and says so only in lines before the log begins; how many classes
 * the first calls have to load tells it reliably.
 */
public enum AotCache {

	/**
	 * The JVM was started without one.
	 */
	NONE,

	/**
	 * The first calls find their classes loaded.
	 */
	EFFECTIVE,

	/**
	 * The first calls load their classes as if there were none.
	 */
	INEFFECTIVE,

	/**
	 * There is one, but no call has succeeded by which it could be judged.
	 */
	UNKNOWN;

	/**
	 * With a cache that was trained by a warm-up there are less than 100, without one
	 * more than 1,000.
	 */
	private static final long FEW_CLASSES = 300;

	/**
	 * Judges it.
	 * @param arguments the arguments of the JVM
	 * @param results what the first call of each has loaded
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
