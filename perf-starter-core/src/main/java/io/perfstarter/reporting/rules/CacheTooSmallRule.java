package io.perfstarter.reporting.rules;

import java.util.Comparator;
import java.util.List;

import io.perfstarter.reporting.window.CacheWindow;
import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Names {@link Cause#CACHE_TOO_SMALL}: a cache makes room for about every second entry
 * that it misses, so that most reads reach the database or another service.
 */
final class CacheTooSmallRule implements Rule {

	/**
	 * Hit rate from which on a cache is large enough.
	 */
	static final double MANY_HITS = 0.5;

	/**
	 * Minimum hit rate. A larger cache does not help if no key is read twice.
	 */
	static final double SOME_HITS = 0.05;

	/**
	 * Minimum ratio of evictions to misses. First reads, expired entries and those that a
	 * change evicts are misses, too, but need no room.
	 */
	static final double EVICTED = 0.5;

	/**
	 * Minimum number of misses.
	 */
	static final long SOME_MISSES = 10;

	/**
	 * Minimum ratio of misses to slow requests. Requests that are in progress at the
	 * begin or the end of the period are not in both numbers.
	 */
	static final double MISSED = 0.8;

	@Override
	public @Nullable Verdict judge(Diagnosis judged) {
		return judged.window()
			.caches()
			.stream()
			.filter((cache) -> lacksRoom(cache, judged.requests().slow()))
			.max(Comparator.comparingLong(CacheWindow::evictions))
			.map((cache) -> verdict(judged, cache))
			.orElse(null);
	}

	/**
	 * Returns whether a cache has no room for what is read. Requires about one miss per
	 * slow request, because otherwise the cache is not the cause.
	 */
	private static boolean lacksRoom(CacheWindow cache, long slow) {
		return cache.misses() >= Math.max(SOME_MISSES, MISSED * slow) && cache.hitRate() >= SOME_HITS
				&& cache.hitRate() < MANY_HITS && cache.evictions() >= EVICTED * cache.misses();
	}

	private static Verdict verdict(Diagnosis judged, CacheWindow cache) {
		return judged.verdict(Cause.CACHE_TOO_SMALL, cache.name(),
				judged.share(List.of(TimeComponent.SQL, TimeComponent.FETCH, TimeComponent.REMOTE)),
				"The cache has a hit rate of %s, %s misses and %s evictions, and holds %s entries."
					.formatted(Figures.percent(cache.hitRate()), cache.misses(), cache.evictions(), cache.size()),
				"Raise max-entries of the cache %s above %s, unless most of its keys are read only once."
					.formatted(cache.name(), cache.size()));
	}

}
