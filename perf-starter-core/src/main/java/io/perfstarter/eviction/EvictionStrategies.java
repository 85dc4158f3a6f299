package io.perfstarter.eviction;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.util.function.SingletonSupplier;

/**
 * Carries out evictions by every strategy that supports them, one strategy after the
 * other, and keeps their failures, errors included, from the caller.
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

	/**
	 * Carries out evictions that belong together.
	 * @param evictions what is to be evicted, of one transaction or call
	 */
	void evict(List<Eviction> evictions) {
		for (EvictionStrategy strategy : this.strategies.get()) {
			if (strategy instanceof BatchEvictionStrategy batch) {
				evict(batch, evictions, () -> {
					batch.evict(evictions);
					return true;
				});
			}
			else {
				evictions.forEach((eviction) -> evict(strategy, List.of(eviction), () -> {
					boolean supported = strategy.supports(eviction);
					if (supported) {
						strategy.evict(eviction);
					}
					return supported;
				}));
			}
		}
	}

	/**
	 * Repeats the local part, which is harmless, cheap and not counted again; peers are
	 * told once.
	 * @param evictions what has been evicted before
	 */
	void evictHereAgain(List<Eviction> evictions) {
		here(evictions, LocalEvictionStrategy::evict);
	}

	/**
	 * Neither serves nor keeps here what is about to change.
	 * @param evictions what will be evicted if the change is committed
	 * @return whether there is anything to release
	 */
	boolean withhold(List<Eviction> evictions) {
		return here(evictions, LocalEvictionStrategy::withhold);
	}

	void release(List<Eviction> evictions) {
		here(evictions, LocalEvictionStrategy::release);
	}

	private boolean here(List<Eviction> evictions, BiConsumer<LocalEvictionStrategy, List<Eviction>> action) {
		for (EvictionStrategy strategy : this.strategies.get()) {
			if (strategy instanceof LocalEvictionStrategy local) {
				return attempt(local, evictions, () -> {
					action.accept(local, evictions);
					return true;
				});
			}
		}
		return false;
	}

	private void evict(EvictionStrategy strategy, List<Eviction> evictions, BooleanSupplier action) {
		if (attempt(strategy, evictions, action)) {
			this.meters.succeeded(strategy, evictions.size());
		}
	}

	private boolean attempt(EvictionStrategy strategy, List<Eviction> evictions, BooleanSupplier action) {
		try {
			boolean supported = action.getAsBoolean();
			if (supported) {
				succeeded(strategy);
			}
			return supported;
		}
		catch (Throwable ex) {
			failed(strategy, evictions, ex);
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
	private void failed(EvictionStrategy strategy, List<Eviction> evictions, Throwable ex) {
		this.meters.failed(strategy, evictions.size());
		if (this.failing.add(strategy)) {
			logger.error("%s could not evict %s; the next failures are only counted, until it succeeds"
				.formatted(nameOf(strategy), described(evictions)), ex);
		}
	}

	private static String described(List<Eviction> evictions) {
		int others = evictions.size() - 1;
		return evictions.get(0) + ((others > 0) ? " and " + others + " more" : "");
	}

	private static String nameOf(EvictionStrategy strategy) {
		return strategy.getClass().getSimpleName();
	}

}
