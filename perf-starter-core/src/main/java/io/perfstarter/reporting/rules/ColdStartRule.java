package io.perfstarter.reporting.rules;

import java.util.EnumSet;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Names {@link Cause#COLD_START}: requests are slow for a reason that any first requests
 * have, while the JVM loads many classes soon after its start.
 */
final class ColdStartRule {

	/**
	 * Minimum number of classes. Code that runs for the first time in a warm application
	 * loads some hundred.
	 */
	static final long MANY = 500;

	/**
	 * Causes that loading and compiling classes, and opening the first connections, look
	 * like. Locks are among them, because some are held while classes are loaded.
	 */
	private static final Set<Cause> ALIKE = EnumSet.of(Cause.UNSURE, Cause.MIXED, Cause.BLOCKED_ELSEWHERE, Cause.LOCK,
			Cause.SLOW_CONNECT, Cause.APP_CPU, Cause.CPU_SATURATED_BY_SELF);

	private ColdStartRule() {
	}

	/**
	 * Judges slow time.
	 * @param first the cause that is named otherwise
	 * @return the verdict, {@code null} if that cause is the right one
	 */
	static @Nullable Verdict judge(Diagnosis slow, Verdict first) {
		long classes = slow.machine().coldClasses();
		if (classes < MANY || !ALIKE.contains(first.cause())) {
			return null;
		}
		return slow.verdict(Cause.COLD_START, "", first.share(),
				"The JVM loaded %s classes in this period, soon after its start.".formatted(classes),
				"Warm the application up before it gets traffic: list its typical requests under perf-starter.warmup.requests.");
	}

}
