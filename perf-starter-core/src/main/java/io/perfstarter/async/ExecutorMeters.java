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
 * Shows one executor in meters. Thread-safe.
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
				"How many tasks of the executor run at once, together with executors of the same pool",
				BoundedExecutor::permits);
		gauge(registry, "active", "Tasks that run", (executor) -> executor.counts().active.get());
		gauge(registry, "waiting", "Tasks that wait for a permit", BoundedExecutor::waiting);
		gauge(registry, "overdue", "Tasks that go on although they were cancelled or have run for too long",
				BoundedExecutor::overdue);
		gauge(registry, "capacity", "How many a second the executor carries: permits by mean time to run",
				(executor) -> executor.permits() / executor.counts().meanRun());
		timer(registry, "wait", "For how long tasks waited for a permit", counts.begun, counts.waited);
		timer(registry, "run", "For how long tasks ran", counts.ended, counts.ran);
		count(registry, "submitted", "Tasks that were submitted", counts.submitted);
		count(registry, "failed", "Tasks that have thrown something", counts.failed);
		count(registry, "lent", "How often a permit was lent by a task that waited for another one", counts.lent);
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
		counter(registry, "lost", "Tasks that have not run to their end", count, tags().and("reason", reason));
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
