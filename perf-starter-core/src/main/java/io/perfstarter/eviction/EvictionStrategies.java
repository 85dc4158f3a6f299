package io.perfstarter.eviction;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.LocalCopies;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.util.function.SingletonSupplier;

/**
 * Carries out evictions with every strategy that supports them, one after the other.
 * Failures of a strategy, including errors, do not reach the caller.
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
	 * @param evictions the evictions of one transaction or call
	 * @param written the evictions that the transaction of the change has written
	 */
	void evict(List<Eviction> evictions, Set<Eviction> written) {
		this.strategies.get().forEach((strategy) -> evict(strategy, evictions, written));
	}

	private void evict(EvictionStrategy strategy, List<Eviction> evictions, Set<Eviction> written) {
		if (!(strategy instanceof BatchEvictionStrategy batch)) {
			evictions.forEach((eviction) -> evict(strategy, List.of(eviction), () -> {
				boolean supported = strategy.supports(eviction);
				if (supported) {
					strategy.evict(eviction);
				}
				return supported;
			}));
		}
		else if (!evictions.isEmpty()) {
			evict(batch, evictions, () -> {
				batch.evict(evictions, written);
				return true;
			});
		}
	}

	/**
	 * Evicts from managed caches with the application's own strategies only.
	 * @param evictions the evictions
	 * @param unmanaged those evictions that concern other caches
	 */
	void evictUndoubted(List<Eviction> evictions, List<Eviction> unmanaged) {
		for (EvictionStrategy strategy : this.strategies.get()) {
			evict(strategy, (strategy instanceof BatchEvictionStrategy) ? unmanaged : evictions, Set.of());
		}
	}

	/**
	 * Repeats evictions on this instance. This is harmless, and not counted again. Peers
	 * receive them only once.
	 * @param evictions the evictions carried out before
	 */
	void evictHereAgain(List<Eviction> evictions) {
		here(evictions, LocalCopies::evict);
	}

	/**
	 * Fences entries that are about to change: this instance neither serves nor caches
	 * them.
	 * @param evictions the evictions at the commit
	 * @return whether a fence must be released
	 */
	boolean withhold(List<Eviction> evictions) {
		return here(evictions, LocalCopies::withhold);
	}

	void release(List<Eviction> evictions) {
		here(evictions, LocalCopies::release);
	}

	/**
	 * Discards values that the current transaction would cache at its commit.
	 * @param evictions the evictions at the commit
	 */
	void discard(List<Eviction> evictions) {
		here(evictions, LocalCopies::discard);
	}

	private boolean here(List<Eviction> evictions, BiConsumer<LocalCopies, List<Event>> action) {
		for (EvictionStrategy strategy : this.strategies.get()) {
			if (strategy instanceof LocalEvictionStrategy local) {
				return attempt(local, evictions, () -> {
					action.accept(local.copies(), Eviction.events(evictions));
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
			logger.info(nameOf(strategy) + " succeeds again");
		}
	}

	/**
	 * Counts each failure, but logs only the first of consecutive failures.
	 */
	private void failed(EvictionStrategy strategy, List<Eviction> evictions, Throwable ex) {
		this.meters.failed(strategy, evictions.size());
		if (this.failing.add(strategy)) {
			logger.error("%s could not evict %s; further failures are only counted until it succeeds"
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
