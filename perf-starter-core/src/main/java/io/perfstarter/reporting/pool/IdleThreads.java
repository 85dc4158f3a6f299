package io.perfstarter.reporting.pool;

import java.util.Arrays;
import java.util.Set;

/**
 * Those that have died, or wait in an executor for something to do.
 */
final class IdleThreads {

	/**
	 * Where executors wait for the next task.
	 */
	private static final Set<String> WAITS = Set.of("java.util.concurrent.ThreadPoolExecutor.getTask",
			"org.apache.tomcat.util.threads.ThreadPoolExecutor.getTask", "java.util.concurrent.ForkJoinPool.awaitWork");

	private IdleThreads() {
	}

	/**
	 * Whether a thread is one of them. Makes it stop for a moment, to look at its stack.
	 */
	static boolean contain(Thread thread) {
		return !thread.isAlive() || Arrays.stream(thread.getStackTrace())
			.anyMatch((frame) -> WAITS.contains(frame.getClassName() + "." + frame.getMethodName()));
	}

}
