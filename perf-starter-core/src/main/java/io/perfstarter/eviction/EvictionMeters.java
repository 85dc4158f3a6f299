package io.perfstarter.eviction;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.util.function.SingletonSupplier;

/**
 * Counts evictions, and evictions whose keys or groups could not be determined.
 */
final class EvictionMeters {

	private final Supplier<MeterRegistry> registry;

	private final Map<String, Counter> successes = new ConcurrentHashMap<>();

	private final Map<String, Counter> failures = new ConcurrentHashMap<>();

	private final Map<String, Counter> imprecise = new ConcurrentHashMap<>();

	EvictionMeters(Supplier<MeterRegistry> registry) {
		this.registry = SingletonSupplier.of(registry);
	}

	void succeeded(EvictionStrategy strategy, int evictions) {
		executions(this.successes, strategy, "success").increment(evictions);
	}

	void failed(EvictionStrategy strategy, int evictions) {
		executions(this.failures, strategy, "failure").increment(evictions);
	}

	private Counter executions(Map<String, Counter> counters, EvictionStrategy strategy, String outcome) {
		return counters.computeIfAbsent(nameOf(strategy),
				(name) -> Counter.builder("perf.starter.eviction.executions")
					.description("Evictions carried out by a strategy")
					.baseUnit("evictions")
					.tag("strategy", name)
					.tag("outcome", outcome)
					.register(this.registry.get()));
	}

	/**
	 * Counts an eviction whose keys or groups could not be determined.
	 * @param reason {@code expression} for an expression that failed, so that all entries
	 * were evicted; {@code null-key} for a key that evicted nothing; {@code null-group}
	 * if all groups were {@code null}, so that only entries without a group were evicted
	 */
	void imprecise(String reason) {
		this.imprecise
			.computeIfAbsent(reason,
					(ignored) -> Counter.builder("perf.starter.eviction.imprecise")
						.description("Evictions whose keys or groups could not be determined")
						.baseUnit("evictions")
						.tag("reason", reason)
						.register(this.registry.get()))
			.increment();
	}

	private static String nameOf(EvictionStrategy strategy) {
		if (strategy instanceof LocalEvictionStrategy) {
			return "local";
		}
		return (strategy instanceof PeerEvictionStrategy) ? "peers" : "custom";
	}

}
