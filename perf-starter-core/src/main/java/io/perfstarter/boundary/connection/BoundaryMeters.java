package io.perfstarter.boundary.connection;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Publishes the usage statistics as meters. Thread-safe: a method and a registry that are
 * added concurrently are still connected, and each meter is registered once.
 */
final class BoundaryMeters implements MeterBinder {

	private static final String METERS = "perf.starter.boundary.";

	private final List<MeterRegistry> registries = new CopyOnWriteArrayList<>();

	private final List<MethodStatistics> statistics = new CopyOnWriteArrayList<>();

	@Override
	public void bindTo(MeterRegistry registry) {
		this.registries.add(registry);
		this.statistics.forEach((statistics) -> register(statistics, registry));
	}

	void add(MethodStatistics statistics) {
		this.statistics.add(statistics);
		this.registries.forEach((registry) -> register(statistics, registry));
	}

	private static void register(MethodStatistics statistics, MeterRegistry registry) {
		FunctionTimer
			.builder(METERS + "held", statistics, MethodStatistics::holds, MethodStatistics::held, TimeUnit.NANOSECONDS)
			.description("Time for which transactional methods held a connection")
			.tag("method", statistics.method())
			.tag("pool", statistics.pool())
			.register(registry);
		FunctionTimer
			.builder(METERS + "used", statistics, MethodStatistics::statements, MethodStatistics::used,
					TimeUnit.NANOSECONDS)
			.description("Time for which transactional methods executed statements")
			.tag("method", statistics.method())
			.tag("pool", statistics.pool())
			.register(registry);
		FunctionCounter.builder(METERS + "remote.calls", statistics, MethodStatistics::remoteCalls)
			.description("Remote calls made while a connection was held")
			.baseUnit("calls")
			.tag("method", statistics.method())
			.tag("pool", statistics.pool())
			.register(registry);
	}

}
