package io.perfstarter.eviction;

import java.util.List;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.util.function.SingletonSupplier;

/**
 * Carries out evictions by every strategy that supports them, and keeps their failures
 * from the caller.
 */
final class EvictionStrategies {

	private static final Log logger = LogFactory.getLog(EvictionStrategies.class);

	private final Supplier<List<EvictionStrategy>> strategies;

	private final EvictionMeters meters;

	EvictionStrategies(Supplier<List<EvictionStrategy>> strategies, EvictionMeters meters) {
		this.strategies = SingletonSupplier.of(strategies);
		this.meters = meters;
	}

	void evict(Eviction eviction) {
		this.strategies.get().forEach((strategy) -> evict(strategy, eviction));
	}

	/**
	 * Repeats the local part, which is harmless and cheap; peers are told once.
	 * @param eviction what has been evicted before
	 */
	void evictHereAgain(Eviction eviction) {
		this.strategies.get()
			.stream()
			.filter(LocalEvictionStrategy.class::isInstance)
			.forEach((strategy) -> evict(strategy, eviction));
	}

	private void evict(EvictionStrategy strategy, Eviction eviction) {
		try {
			if (strategy.supports(eviction)) {
				strategy.evict(eviction);
				this.meters.succeeded(strategy);
			}
		}
		catch (RuntimeException ex) {
			this.meters.failed(strategy);
			logger.error("%s could not evict %s".formatted(strategy.getClass().getSimpleName(), eviction), ex);
		}
	}

}
