package io.perfstarter.warmup;

import java.util.List;

/**
 * The results of a warm-up so far.
 *
 * @param linkedClasses the number of classes that the first calls loaded
 * @param tasks the reports of the tasks
 * @param calls the reports of the requests
 */
record Results(long linkedClasses, List<TaskReport> tasks, List<CallReport> calls) {

	/**
	 * Returns whether any call succeeded.
	 */
	boolean isAnyCalled() {
		return this.calls.stream().anyMatch((call) -> call.calls() > call.failures());
	}

}
