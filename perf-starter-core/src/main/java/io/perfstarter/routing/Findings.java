package io.perfstarter.routing;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.perfstarter.jdbc.Once;

import org.springframework.util.function.SingletonSupplier;

/**
 * Counts what the checks find, and knows what is new. Thread-safe.
 */
final class Findings {

	private final Supplier<MeterRegistry> registry;

	private final Map<String, Counter> counters = new ConcurrentHashMap<>();

	private final Once once = new Once();

	Findings(Supplier<MeterRegistry> registry) {
		this.registry = SingletonSupplier.of(registry);
	}

	/**
	 * Counts a finding.
	 * @param kind what kind of thing was found, of few
	 * @param key what exactly
	 * @return whether it is to be said
	 */
	boolean isNew(String kind, Object key) {
		this.counters
			.computeIfAbsent(kind,
					(ignored) -> Counter.builder("perf.starter.routing.findings")
						.description("Calls that a check of read-only transactions has found")
						.baseUnit("calls")
						.tag("kind", kind)
						.register(this.registry.get()))
			.increment();
		return this.once.isFirst(key);
	}

}
