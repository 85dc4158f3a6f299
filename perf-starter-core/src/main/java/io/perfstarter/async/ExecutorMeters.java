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
 * Publishes meters of one executor that Spring Boot's {@code executor.*} do not include.
 * Thread-safe.
 */
record ExecutorMeters(BoundedTaskExecutor executor) implements MeterBinder {

	private static final String METERS = "perf.starter.async.";

	@Override
	public void bindTo(MeterRegistry registry) {
		gauge(registry, "permits", "Maximum number of concurrent tasks", BoundedTaskExecutor::getMaxPoolSize);
		gauge(registry, "active", "Running tasks", BoundedTaskExecutor::getActiveCount);
		gauge(registry, "waiting", "Tasks in the queue", BoundedTaskExecutor::getQueueSize);
		timer(registry, "wait", "Time that tasks waited in the queue", this.executor.begun, this.executor.waitedNanos);
		timer(registry, "run", "Run time of tasks", this.executor.ended, this.executor.ranNanos);
		count(registry, "failed", "Tasks that ended with an exception", this.executor.failed, tags());
		lost(registry, "rejected", this.executor.rejected);
		lost(registry, "dropped", this.executor.dropped);
		lost(registry, "cancelled", this.executor.cancelled);
		lost(registry, "rolled-back", this.executor.rolledBack);
	}

	private void gauge(MeterRegistry registry, String name, String description,
			ToDoubleFunction<BoundedTaskExecutor> value) {
		Gauge.builder(METERS + name, this.executor, value).description(description).tags(tags()).register(registry);
	}

	private void timer(MeterRegistry registry, String name, String description, LongAdder count, LongAdder nanos) {
		FunctionTimer.builder(METERS + name, count, LongAdder::sum, (ignored) -> nanos.sum(), TimeUnit.NANOSECONDS)
			.description(description)
			.tags(tags())
			.register(registry);
	}

	private void lost(MeterRegistry registry, String reason, LongAdder count) {
		count(registry, "lost", "Tasks that were rejected, dropped or cancelled, or whose transaction was rolled back",
				count, tags().and("reason", reason));
	}

	private static void count(MeterRegistry registry, String name, String description, LongAdder count, Tags tags) {
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
