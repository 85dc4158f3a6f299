package io.perfstarter.async;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Publishes the meters of one executor. Thread-safe.
 */
final class ExecutorMeters implements MeterBinder {

	private static final String METERS = "perf.starter.async.";

	private final BoundedExecutor executor;

	ExecutorMeters(BoundedExecutor executor) {
		this.executor = executor;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		ExecutorCounts counts = this.executor.counts();
		gauge(registry, "permits",
				"Maximum number of concurrent tasks, shared by executors of the same connection pool",
				BoundedExecutor::permits);
		gauge(registry, "active", "Running tasks", (executor) -> executor.counts().active.get());
		gauge(registry, "waiting", "Tasks in the queue", BoundedExecutor::waiting);
		gauge(registry, "overdue", "Tasks that still run after their cancellation or run timeout",
				BoundedExecutor::overdue);
		gauge(registry, "capacity",
				"Tasks per second that the executor can process: concurrency limit divided by the mean run time",
				(executor) -> executor.permits() / executor.counts().meanRun());
		timer(registry, "wait", "Time that tasks waited in the queue", counts.begun, counts.waited);
		timer(registry, "run", "Run time of tasks", counts.ended, counts.ran);
		FunctionCounter.builder(METERS + "submitted", this.executor, BoundedExecutor::submitted)
			.description("Tasks that were accepted, rejected or dropped")
			.baseUnit("tasks")
			.tags(tags())
			.register(registry);
		count(registry, "failed", "Tasks that ended with an exception", counts.failed);
		count(registry, "nested", "Tasks that ran in the place of the waiting task that submitted them", counts.nested);
		lost(registry, "rejected", counts.rejected);
		lost(registry, "dropped", counts.dropped);
		lost(registry, "expired", counts.expired);
		lost(registry, "cancelled", counts.cancelled);
		lost(registry, "timed-out", counts.timedOut);
		lost(registry, "rolled-back", counts.discarded);
	}

	private void gauge(MeterRegistry registry, String name, String description,
			ToDoubleFunction<BoundedExecutor> value) {
		Gauge.builder(METERS + name, this.executor, value).description(description).tags(tags()).register(registry);
	}

	private void timer(MeterRegistry registry, String name, String description, LongAdder count, LongAdder nanos) {
		FunctionTimer.builder(METERS + name, count, LongAdder::sum, (ignored) -> nanos.sum(), TimeUnit.NANOSECONDS)
			.description(description)
			.tags(tags())
			.register(registry);
	}

	private void count(MeterRegistry registry, String name, String description, LongAdder count) {
		counter(registry, name, description, count, tags());
	}

	private void lost(MeterRegistry registry, String reason, LongAdder count) {
		counter(registry, "lost", "Tasks that were rejected, cancelled or timed out", count,
				tags().and("reason", reason));
	}

	private static void counter(MeterRegistry registry, String name, String description, LongAdder count, Tags tags) {
		FunctionCounter.builder(METERS + name, count, LongAdder::sum)
			.description(description)
			.baseUnit("tasks")
			.tags(tags)
			.register(registry);
	}

	private Tags tags() {
		return Tags.of("executor", this.executor.name());
	}

}
