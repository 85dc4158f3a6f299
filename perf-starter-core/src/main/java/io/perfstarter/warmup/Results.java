package io.perfstarter.warmup;

import java.util.List;

/**
 * What has come of a warm-up so far.
 *
 * @param linkedClasses how many classes the first call of each has loaded
 * @param tasks what was done before the calls
 * @param calls what was called
 */
record Results(long linkedClasses, List<TaskReport> tasks, List<CallReport> calls) {

	/**
	 * Whether any call has succeeded.
	 */
	boolean isAnyCalled() {
		return this.calls.stream().anyMatch((call) -> call.calls() > call.failures());
	}

}
