package io.perfstarter.routing.checks;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.perfstarter.support.LogOnce;

import org.springframework.util.function.SingletonSupplier;

/**
 * Counts the problems found by the checks, and decides whether to log them. Thread-safe.
 */
final class Findings {

	private final Supplier<MeterRegistry> registry;

	private final Map<String, Counter> counters = new ConcurrentHashMap<>();

	private final LogOnce once = new LogOnce();

	Findings(Supplier<MeterRegistry> registry) {
		this.registry = SingletonSupplier.of(registry);
	}

	/**
	 * Counts a problem.
	 * @param kind the kind of problem, a value of the meter's tag
	 * @param key identifies the problem
	 * @return whether to log it
	 */
	boolean isNew(String kind, Object key) {
		this.counters
			.computeIfAbsent(kind,
					(ignored) -> Counter.builder("perf.starter.routing.findings")
						.description("Problems found by the checks of read-only transactions")
						.baseUnit("calls")
						.tag("kind", kind)
						.register(this.registry.get()))
			.increment();
		return this.once.isFirst(key);
	}

}
