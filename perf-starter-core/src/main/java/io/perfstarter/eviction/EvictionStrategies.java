package io.perfstarter.eviction;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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

	private final Set<EvictionStrategy> failing = ConcurrentHashMap.newKeySet();

	EvictionStrategies(Supplier<List<EvictionStrategy>> strategies, EvictionMeters meters) {
		this.strategies = SingletonSupplier.of(strategies);
		this.meters = meters;
	}

	void evict(Eviction eviction) {
		this.strategies.get().forEach((strategy) -> evict(strategy, eviction));
	}

	/**
	 * Repeats the local part, which is harmless, cheap and not counted again; peers are
	 * told once.
	 * @param eviction what has been evicted before
	 */
	void evictHereAgain(Eviction eviction) {
		this.strategies.get()
			.stream()
			.filter(LocalEvictionStrategy.class::isInstance)
			.forEach((strategy) -> attempt(strategy, eviction));
	}

	private void evict(EvictionStrategy strategy, Eviction eviction) {
		if (attempt(strategy, eviction)) {
			this.meters.succeeded(strategy);
		}
	}

	private boolean attempt(EvictionStrategy strategy, Eviction eviction) {
		try {
			boolean supported = strategy.supports(eviction);
			if (supported) {
				strategy.evict(eviction);
				succeeded(strategy);
			}
			return supported;
		}
		catch (RuntimeException ex) {
			failed(strategy, eviction, ex);
			return false;
		}
	}

	private void succeeded(EvictionStrategy strategy) {
		if (!this.failing.isEmpty() && this.failing.remove(strategy)) {
			logger.info(nameOf(strategy) + " evicts again");
		}
	}

	/**
	 * Counts each failure and logs the first of a row: an outage is told once.
	 */
	private void failed(EvictionStrategy strategy, Eviction eviction, RuntimeException ex) {
		this.meters.failed(strategy);
		if (this.failing.add(strategy)) {
			logger.error("%s could not evict %s; the next failures are only counted, until it succeeds"
				.formatted(nameOf(strategy), eviction), ex);
		}
	}

	private static String nameOf(EvictionStrategy strategy) {
		return strategy.getClass().getSimpleName();
	}

}
