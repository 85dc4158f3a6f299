package io.perfstarter.warmup.autoconfigure;

import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.perfstarter.warmup.Outcome;
import io.perfstarter.warmup.WarmupReport;

/**
 * Thrown when the warm-up failed and {@code perf-starter.warmup.on-failure} is
 * {@code fail}.
 */
final class WarmupFailedException extends RuntimeException {

	WarmupFailedException(WarmupReport report) {
		super("The warm-up failed: " + failures(report));
	}

	private static String failures(WarmupReport report) {
		Stream<String> tasks = report.tasks()
			.stream()
			.filter((task) -> task.failure() != null)
			.map((task) -> "task '" + task.name() + "': " + task.failure());
		Stream<String> calls = report.calls()
			.stream()
			.filter((call) -> call.outcome() == Outcome.FAILED)
			.map(Object::toString);
		return Stream.concat(tasks, calls).collect(Collectors.joining("; "));
	}

}
