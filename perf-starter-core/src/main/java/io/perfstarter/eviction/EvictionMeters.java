package io.perfstarter.eviction;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.util.function.SingletonSupplier;

/**
 * Counts evictions and what kept them from being precise.
 */
final class EvictionMeters {

	private final Supplier<MeterRegistry> registry;

	private final Map<String, Counter> counters = new ConcurrentHashMap<>();

	EvictionMeters(Supplier<MeterRegistry> registry) {
		this.registry = SingletonSupplier.of(registry);
	}

	void succeeded(EvictionStrategy strategy, int evictions) {
		executed(strategy, "success", evictions);
	}

	void failed(EvictionStrategy strategy, int evictions) {
		executed(strategy, "failure", evictions);
	}

	/**
	 * An expression could not be evaluated, so that everything was evicted.
	 */
	void expressionFailed() {
		imprecise("expression");
	}

	/**
	 * A key was {@code null}, so that nothing was evicted for it.
	 */
	void keyWasNull() {
		imprecise("null-key");
	}

	/**
	 * All groups were {@code null}, so that only entries without a group were evicted.
	 */
	void groupWasNull() {
		imprecise("null-group");
	}

	private void executed(EvictionStrategy strategy, String outcome, int evictions) {
		String name = nameOf(strategy);
		this.counters
			.computeIfAbsent(name + outcome,
					(ignored) -> Counter.builder("perf.starter.eviction.executions")
						.description("Evictions carried out by a strategy")
						.baseUnit("evictions")
						.tag("strategy", name)
						.tag("outcome", outcome)
						.register(this.registry.get()))
			.increment(evictions);
	}

	private void imprecise(String reason) {
		this.counters
			.computeIfAbsent(reason,
					(ignored) -> Counter.builder("perf.starter.eviction.imprecise")
						.description("Evictions that did not know their key")
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
