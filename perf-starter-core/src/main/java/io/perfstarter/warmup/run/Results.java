package io.perfstarter.warmup.run;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

import io.perfstarter.warmup.AotCache;
import io.perfstarter.warmup.CallReport;
import io.perfstarter.warmup.Outcome;
import io.perfstarter.warmup.TaskReport;

/**
 * The results of a warm-up so far.
 *
 * @param linkedClasses the number of classes that the first calls loaded
 * @param tasks the reports of the tasks
 * @param calls the reports of the requests
 */
record Results(long linkedClasses, List<TaskReport> tasks, List<CallReport> calls) {

	// With a cache from a training run with warm-up requests, the first calls load fewer
	// than 100 classes; without one, more than 1,000.
	private static final long FEW_CLASSES = 300;

	/**
	 * Returns whether any call succeeded.
	 */
	boolean isAnyCalled() {
		return this.calls.stream().anyMatch((call) -> call.calls() > call.failures());
	}

	/**
	 * Returns a sentence about the request that took most of the time; empty if the
	 * timeout was long enough for all requests, or if no request took that much.
	 */
	Optional<String> costliest() {
		if (this.calls.size() == 1 || this.calls.stream().noneMatch((call) -> call.outcome() == Outcome.BUDGET)) {
			return Optional.empty();
		}
		double all = this.calls.stream().mapToDouble(Results::millis).sum();
		return this.calls.stream()
			.filter((call) -> millis(call) > all / 2)
			.findFirst()
			.map((call) -> String.format(Locale.ROOT,
					"Most of the time of the warm-up went to '%s', %d calls of %.1f ms. Remove it from "
							+ "'perf-starter.warmup.requests', or raise 'perf-starter.warmup.timeout'",
					call.name(), call.calls(), millis(call) / call.calls()));
	}

	private static double millis(CallReport call) {
		Double last = call.lastMillis();
		return (last != null) ? call.calls() * last : 0;
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
