package io.perfstarter.warmup.run;

import java.util.List;

import io.perfstarter.warmup.AotCache;
import io.perfstarter.warmup.CallReport;
import io.perfstarter.warmup.TaskReport;

/**
 * The results of a warm-up so far.
 *
 * @param linkedClasses the number of classes that the first calls loaded
 * @param tasks the reports of the tasks
 * @param calls the reports of the requests
 */
record Results(long linkedClasses, List<TaskReport> tasks, List<CallReport> calls) {

	/**
	 * With a cache from a training run with warm-up requests, the first calls load fewer
	 * than 100 classes; without one, more than 1,000.
	 */
	private static final long FEW_CLASSES = 300;

	/**
	 * Returns whether any call succeeded.
	 */
	boolean isAnyCalled() {
		return this.calls.stream().anyMatch((call) -> call.calls() > call.failures());
	}

	/**
	 * Returns the state of the AOT cache.
	 * @param arguments the JVM arguments
	 */
	AotCache aotCache(List<String> arguments) {
		if (arguments.stream().noneMatch((argument) -> argument.startsWith("-XX:AOTCache="))) {
			return AotCache.NONE;
		}
		if (!isAnyCalled()) {
			return AotCache.UNKNOWN;
		}
		return (this.linkedClasses <= FEW_CLASSES) ? AotCache.EFFECTIVE : AotCache.INEFFECTIVE;
	}

}
